// The pod of this name holds what the pods of all kinds of tasks share. Clients import it beside
// `MediaPipeTasksVision`, which has it all.
@_exported public import MediaPipeTasksVision
