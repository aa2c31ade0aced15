#if !canImport(Darwin)
// swift-format-ignore-file: AlwaysUseLowerCamelCase
public import Foundation

// Toll-free bridging does not exist here, so these names are the Swift types that clients start
// from: `attributes as CFDictionary`, `key as String` and `data as CFData` are then no conversions.

/// Who allocates memory; there is one way only.
public final class CFAllocator: Sendable {}

/// The default way to allocate memory.
public let kCFAllocatorDefault: CFAllocator? = nil

/// Bytes.
public typealias CFData = Data

/// A table of values of any type.
public typealias CFDictionary = [AnyHashable: Any]

/// Text.
public typealias CFString = String

/// A truth value.
public typealias CFBoolean = Bool

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// True; never nil, but clients unwrap it.
public let kCFBooleanTrue: CFBoolean! = true

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// False; never nil, but clients unwrap it.
public let kCFBooleanFalse: CFBoolean! = false

/// Four characters in one number, the first in the highest byte.
public typealias FourCharCode = UInt32

/// A kind of data, as four characters.
public typealias OSType = FourCharCode

/// What a function of the operating system reports.
public typealias OSStatus = Int32

/// Success.
public let noErr: OSStatus = 0
#endif
