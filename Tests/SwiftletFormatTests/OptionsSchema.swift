/// The options tables of the published schema, stated a second time and independently of the
/// library's types, in the order of their numbers: table, then for each field its number, name,
/// type and default.
///
/// A bracketed number is a vector of elements of that many bytes.
enum OptionsSchema {
  /// Union `BuiltinOptions`.
  static let first = """
    Conv2DOptions: 0 padding i8=0, 1 stride_w i32=0, 2 stride_h i32=0, 3 fused_activation_function
      i8=0, 4 dilation_w_factor i32=1, 5 dilation_h_factor i32=1, 6 quantized_bias_type i8=0
    DepthwiseConv2DOptions: 0 padding i8=0, 1 stride_w i32=0, 2 stride_h i32=0, 3 depth_multiplier
      i32=0, 4 fused_activation_function i8=0, 5 dilation_w_factor i32=1, 6 dilation_h_factor
      i32=1
    ConcatEmbeddingsOptions: 0 num_channels i32=0, 1 num_columns_per_channel [4], 2
      embedding_dim_per_channel [4]
    LSHProjectionOptions: 0 type i8=0
    Pool2DOptions: 0 padding i8=0, 1 stride_w i32=0, 2 stride_h i32=0, 3 filter_width i32=0, 4
      filter_height i32=0, 5 fused_activation_function i8=0
    SVDFOptions: 0 rank i32=0, 1 fused_activation_function i8=0, 2 asymmetric_quantize_inputs b8=0
    RNNOptions: 0 fused_activation_function i8=0, 1 asymmetric_quantize_inputs b8=0
    FullyConnectedOptions: 0 fused_activation_function i8=0, 1 weights_format i8=0, 2
      keep_num_dims b8=0, 3 asymmetric_quantize_inputs b8=0, 4 quantized_bias_type i8=0
    SoftmaxOptions: 0 beta f32=0
    ConcatenationOptions: 0 axis i32=0, 1 fused_activation_function i8=0
    AddOptions: 0 fused_activation_function i8=0, 1 pot_scale_int16 b8=1
    L2NormOptions: 0 fused_activation_function i8=0
    LocalResponseNormalizationOptions: 0 radius i32=0, 1 bias f32=0, 2 alpha f32=0, 3 beta f32=0
    LSTMOptions: 0 fused_activation_function i8=0, 1 cell_clip f32=0, 2 proj_clip f32=0, 3
      kernel_type i8=0, 4 asymmetric_quantize_inputs b8=0
    ResizeBilinearOptions: 2 align_corners b8=0, 3 half_pixel_centers b8=0
    CallOptions: 0 subgraph i32=0
    ReshapeOptions: 0 new_shape [4]
    SkipGramOptions: 0 ngram_size i32=0, 1 max_skip_size i32=0, 2 include_all_ngrams b8=0
    SpaceToDepthOptions: 0 block_size i32=0
    EmbeddingLookupSparseOptions: 0 combiner i8=0
    MulOptions: 0 fused_activation_function i8=0
    PadOptions:
    GatherOptions: 0 axis i32=0, 1 batch_dims i32=0
    BatchToSpaceNDOptions: SpaceToBatchNDOptions: TransposeOptions:
    ReducerOptions: 0 keep_dims b8=0
    SubOptions: 0 fused_activation_function i8=0, 1 pot_scale_int16 b8=1
    DivOptions: 0 fused_activation_function i8=0
    SqueezeOptions: 0 squeeze_dims [4]
    SequenceRNNOptions: 0 time_major b8=0, 1 fused_activation_function i8=0, 2
      asymmetric_quantize_inputs b8=0
    StridedSliceOptions: 0 begin_mask i32=0, 1 end_mask i32=0, 2 ellipsis_mask i32=0, 3
      new_axis_mask i32=0, 4 shrink_axis_mask i32=0, 5 offset b8=0
    ExpOptions: TopKV2Options:
    SplitOptions: 0 num_splits i32=0
    LogSoftmaxOptions:
    CastOptions: 0 in_data_type i8=0, 1 out_data_type i8=0
    DequantizeOptions: MaximumMinimumOptions:
    ArgMaxOptions: 0 output_type i8=0
    LessOptions: NegOptions: PadV2Options: GreaterOptions: GreaterEqualOptions: LessEqualOptions:
    SelectOptions: SliceOptions:
    TransposeConvOptions: 0 padding i8=0, 1 stride_w i32=0, 2 stride_h i32=0, 3
      fused_activation_function i8=0, 4 quantized_bias_type i8=0
    SparseToDenseOptions: 0 validate_indices b8=0
    TileOptions: ExpandDimsOptions: EqualOptions: NotEqualOptions:
    ShapeOptions: 0 out_type i8=0
    PowOptions:
    ArgMinOptions: 0 output_type i8=0
    FakeQuantOptions: 0 min f32=0, 1 max f32=0, 2 num_bits i32=0, 3 narrow_range b8=0
    PackOptions: 0 values_count i32=0, 1 axis i32=0
    LogicalOrOptions:
    OneHotOptions: 0 axis i32=0
    LogicalAndOptions: LogicalNotOptions:
    UnpackOptions: 0 num i32=0, 1 axis i32=0
    FloorDivOptions: SquareOptions: ZerosLikeOptions: FillOptions:
    BidirectionalSequenceLSTMOptions: 0 fused_activation_function i8=0, 1 cell_clip f32=0, 2
      proj_clip f32=0, 3 merge_outputs b8=0, 4 time_major b8=1, 5 asymmetric_quantize_inputs b8=0
    BidirectionalSequenceRNNOptions: 0 time_major b8=0, 1 fused_activation_function i8=0, 2
      merge_outputs b8=0, 3 asymmetric_quantize_inputs b8=0
    UnidirectionalSequenceLSTMOptions: 0 fused_activation_function i8=0, 1 cell_clip f32=0, 2
      proj_clip f32=0, 3 time_major b8=0, 4 asymmetric_quantize_inputs b8=0, 5
      diagonal_recurrent_tensors b8=0
    FloorModOptions: RangeOptions:
    ResizeNearestNeighborOptions: 0 align_corners b8=0, 1 half_pixel_centers b8=0
    LeakyReluOptions: 0 alpha f32=0
    SquaredDifferenceOptions:
    MirrorPadOptions: 0 mode i8=0
    AbsOptions:
    SplitVOptions: 0 num_splits i32=0
    UniqueOptions: 0 idx_out_type i8=2
    ReverseV2Options: AddNOptions: GatherNdOptions: CosOptions: WhereOptions: RankOptions:
    ReverseSequenceOptions: 0 seq_dim i32=0, 1 batch_dim i32=0
    MatrixDiagOptions: QuantizeOptions: MatrixSetDiagOptions: HardSwishOptions:
    IfOptions: 0 then_subgraph_index i32=0, 1 else_subgraph_index i32=0
    WhileOptions: 0 cond_subgraph_index i32=0, 1 body_subgraph_index i32=0
    DepthToSpaceOptions: 0 block_size i32=0
    NonMaxSuppressionV4Options: NonMaxSuppressionV5Options: ScatterNdOptions: SelectV2Options:
    DensifyOptions: SegmentSumOptions:
    BatchMatMulOptions: 0 adj_x b8=0, 1 adj_y b8=0, 2 asymmetric_quantize_inputs b8=0
    CumsumOptions: 0 exclusive b8=0, 1 reverse b8=0
    CallOnceOptions: 0 init_subgraph_index i32=0
    BroadcastToOptions: Rfft2dOptions:
    Conv3DOptions: 0 padding i8=0, 1 stride_d i32=0, 2 stride_w i32=0, 3 stride_h i32=0, 4
      fused_activation_function i8=0, 5 dilation_d_factor i32=1, 6 dilation_w_factor i32=1, 7
      dilation_h_factor i32=1
    HashtableOptions: 0 table_id i32=0, 1 key_dtype i8=0, 2 value_dtype i8=0
    HashtableFindOptions: HashtableImportOptions: HashtableSizeOptions:
    VarHandleOptions: 0 container text, 1 shared_name text
    ReadVariableOptions: AssignVariableOptions:
    RandomOptions: 0 seed i64=0, 1 seed2 i64=0
    BucketizeOptions: 0 boundaries [4]
    GeluOptions: 0 approximate b8=0
    DynamicUpdateSliceOptions: UnsortedSegmentProdOptions: UnsortedSegmentMaxOptions:
    UnsortedSegmentMinOptions: UnsortedSegmentSumOptions: ATan2Options: SignOptions:
    BitcastOptions: BitwiseXorOptions: RightShiftOptions:
    """

  /// Union `BuiltinOptions2`.
  static let second = """
    StablehloConcatenateOptions: 0 dimension i64=0
    StablehloBroadcastInDimOptions: 0 broadcast_dimensions [8]
    StablehloSliceOptions: 0 start_indices [8], 1 limit_indices [8], 2 strides [8]
    StablehloConvolutionOptions: 0 window_strides [8], 1 padding [8], 2 lhs_dilation [8], 3
      rhs_dilation [8], 4 window_reversal [1], 5 input_batch_dimension i64=0, 6
      input_feature_dimension i64=0, 7 input_spatial_dimensions [8], 8
      kernel_input_feature_dimension i64=0, 9 kernel_output_feature_dimension i64=0, 10
      kernel_spatial_dimensions [8], 11 output_batch_dimension i64=0, 12 output_feature_dimension
      i64=0, 13 output_spatial_dimensions [8], 14 feature_group_count i64=0, 15 batch_group_count
      i64=0, 16 precision_config [4]
    StablehloCustomCallOptions: 0 call_target_name text, 1 has_side_effect b8=0, 2 backend_config
      text, 3 api_version i32=0, 4 called_computations [4], 5 custom_attributes [1]
    StablehloReduceOptions: 0 dimensions [8], 1 body_subgraph_index i32=0
    StablehloScatterOptions: 0 indices_are_sorted b8=0, 1 update_window_dims [8], 2
      inserted_window_dims [8], 3 scatter_dims_to_operand_dims [8], 4 index_vector_dim i64=0, 5
      unique_indices b8=0, 6 update_computation_subgraph_index i32=0
    StablehloCompareOptions: 0 comparison_direction i32=0, 1 compare_type i32=0
    StablehloDynamicSliceOptions: 0 slice_sizes [8]
    StablehloPadOptions: 0 edge_padding_low [8], 1 edge_padding_high [8], 2 interior_padding [8]
    StablehloIotaOptions: 0 iota_dimension i64=0
    StablehloDotGeneralOptions: 0 lhs_batching_dimensions [8], 1 rhs_batching_dimensions [8], 2
      lhs_contracting_dimensions [8], 3 rhs_contracting_dimensions [8], 4 precision_config [4]
    StablehloReduceWindowOptions: 0 window_dimensions [8], 1 window_strides [8], 2 base_dilations
      [8], 3 window_dilations [8], 4 padding [8], 5 body_subgraph_index i32=0
    StablehloSortOptions: 0 dimension i64=0, 1 is_stable b8=0, 2 comparator_subgraph_index i32=0
    StablehloWhileOptions: 0 cond_subgraph_index i32=0, 1 body_subgraph_index i32=0
    StablehloGatherOptions: 0 offset_dims [8], 1 collapsed_slice_dims [8], 2 start_index_map [8],
      3 index_vector_dim i64=0, 4 slice_sizes [8], 5 indices_are_sorted b8=0
    StablehloTransposeOptions: 0 permutation [8]
    DilateOptions:
    StablehloRngBitGeneratorOptions: 0 algorithm i8=0
    ReduceWindowOptions: 0 reduce_function i32=0
    StableHLOCompositeOptions: 0 name text, 1 decomposition_subgraph_index i32=0, 2
      composite_attributes [1], 3 composite_attributes_format i8=0, 4 version i32=0
    StablehloShiftLeftOptions:
    StablehloCaseOptions: 0 branch_subgraph_indices [4]
    """

  /// The tables of a union: name, and a line for each field.
  static func tables(_ text: String) -> [(name: String, fields: [String])] {
    var tables: [(name: String, fields: [String])] = []
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in flat.split(separator: ":", omittingEmptySubsequences: false) {
      // Between two colons stand the fields of one table and the name of the next.
      var words = part.split(separator: " ").map(String.init)
      let next = words.last?.hasSuffix("Options") == true ? words.removeLast() : nil
      if !tables.isEmpty {
        tables[tables.count - 1].fields = words.joined(separator: " ")
          .split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }.map(String.init)
      }
      if let next { tables.append((next, [])) }
    }
    return tables
  }
}
