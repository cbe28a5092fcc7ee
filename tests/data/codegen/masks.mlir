// Masks that come in, are made of comparisons, joined, and chosen by; softmax with each kind of mask.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {
  ml_program.global private @exponentials(dense<"0x00000000000000000000000000000000000000000000000000000000CD91000063980000469F000078A60000FEAD0000DBB5000012BE0000A9C60000A3CF000004D90000D3E2000013ED0000C9F70000FB020100AF0E0100EA1A0100B32701000F350100064301009F510100E0600100D27001007C810100E79201001CA5010023B8010006CC0100CFE0010089F601003E0D0200FA240200C83D0200B5570200CF720200218F0200BBAC0200ACCB020002EC0200CF0D0300223103000F560300A67C0300FBA4030024CF030033FB03004129040063590400B28B040047C004003DF70400AD300500B76C050077AB05000CED0500993106003E79060020C406006412070032640700B2B907000F1308007570080014D208001C380900C1A2090037120A00B6860A0079000B00BC7F0B00BF040C00C58F0C0013210D00F2B80D00AE570E0096FD0E00FDAA0F003A601000A71D1100A4E3110093B21200DB8A1300E96C14002E591500205016003B521700FF5F1800F4791900A6A01A00A9D41B0097161D0011671E00BFC61F00513621007FB6220009482400B8EB25005DA22700D56C2900034C2B00D9402D00504C2F006F6F310045AB3300F2003600A17138008BFE3A00F4A83D0034724000AD5B4300D6664600349549005EE84C00FE615000D1035400A7CF570067C75B000CED5F00AA4264006DCA680095866D0083797200B1A57700B30D7D003FB482002A9C880063C88E00043C950047FA9B008906A3005164AA005317B2006123BA00858CC200F356CB001187D4007B21DE00F32AE80088A8F200789FFD003C1509018E0F15017494210124AA2E0131573C0171A24A01089359016D3069017A8279014A918A016C659C01CA07AF01B381C201EFDCD6019623EC015E600202629E190240E931021B4D4B02B4D665023A9381029A909E0250DDBC028488DC0203A2FD02773A20030B634403E42D6A03E6AD9103D0F6BA035B1DE603EF3613043E5A4204D29E73044D1DA70469EFDC042E3015058CFB4F050E6F8D0565A9CD05AECA10066DF45606F149A006A1EFEC06F30B3D07F1C69007754AE8076CC243083C5CA308FD47070994B76F0938DFDC096FF54E0A8C33C60ACBD4420BBF17C50B7F3D4D0C188ADB0C9A44700DE3B70B0E1531AE0EB601580FA67E0910A200C310C6E484114A8B4F12205A231309BB0014BB1CE814CAF2D915B3B6D6160BE6DE176D05F318DE9E131A9F42411B45877C1C940BC61DF9721E1F576A862097A5FE21C0E087233FE122250573D026336E9128F9B2662AF42B512C26CE512E169B69300C9D993217EDE234B6AF4637BD16C6394861623C19E01C3F88EDF641F0F7F144C27C0F487C0A514BBE43B84EF1D84652F693FE551E50E159A8FEF05D13A72F625F6B9F66C47F426B19381B7047002C75CE60777AFFFFFF7F"> : tensor<256xi32>) : tensor<256xi32>
  func.func @main(
    %x: tensor<2x4x3xi8> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.1, cmlir.zero_point = -5},
    %keep: tensor<1x4x3xi1> {cmlir.name = "keep", cmlir.dtype = "bool", cmlir.shape = array<i64: 1, 4, 3>},
    %number: tensor<4x3xf32> {cmlir.name = "number", cmlir.dtype = "float32", cmlir.shape = array<i64: 4, 3>}
  ) -> (
    tensor<2x4x3xi8> {cmlir.name = "masked", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.00390625, cmlir.zero_point = -128},
    tensor<2x4x3xi8> {cmlir.name = "causal", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.00390625, cmlir.zero_point = -128},
    tensor<2x4x3xi8> {cmlir.name = "chosen", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.1, cmlir.zero_point = -5},
    tensor<1x3xi1> {cmlir.name = "any", cmlir.dtype = "bool", cmlir.shape = array<i64: 1, 3>}
  ) {
    %positive = cortex_m.compare %number {predicate = "gt", number = 0.000000e+00} : (tensor<4x3xf32>) -> tensor<4x3xi1> loc("gt|"("model.py":3:0))
    %kept = cortex_m.view %keep {offset = 0} : (tensor<1x4x3xi1>) -> tensor<4x3xi1> loc("view|"("model.py":2:0))
    %and = cortex_m.logical_and %kept, %positive : (tensor<4x3xi1>, tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_and|"("model.py":4:0))
    %not = cortex_m.logical_not %and : (tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_not|"("model.py":5:0))
    %xor = cortex_m.logical_xor %not, %positive : (tensor<4x3xi1>, tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_xor|"("model.py":6:0))
    %or = cortex_m.logical_or %xor, %kept : (tensor<4x3xi1>, tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_or|"("model.py":7:0))
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32> loc("softmax|"("model.py":8:0))
    %masked = cortex_m.masked_softmax %x, %e mask(%or) {mask_offset = 0, mask_strides = [0, 3, 1]} : (tensor<2x4x3xi8>, tensor<256xi32>, tensor<4x3xi1>) -> tensor<2x4x3xi8> loc("softmax|"("model.py":8:0))
    %causal = cortex_m.masked_softmax %x, %e {diagonal = 0} : (tensor<2x4x3xi8>, tensor<256xi32>) -> tensor<2x4x3xi8> loc("softmax_1|"("model.py":9:0))
    %chosen = cortex_m.where %xor, %x, %causal {offsets = [11, 0, 0], condition_strides = [0, -3, -1], lhs_strides = [12, 3, 1], rhs_strides = [12, 3, 1]} : (tensor<4x3xi1>, tensor<2x4x3xi8>, tensor<2x4x3xi8>) -> tensor<2x4x3xi8> loc("where|"("model.py":10:0))
    %any = cortex_m.any %keep : (tensor<1x4x3xi1>) -> tensor<1x3xi1> loc("any|"("model.py":11:0))
    func.return %masked, %causal, %chosen, %any : tensor<2x4x3xi8>, tensor<2x4x3xi8>, tensor<2x4x3xi8>, tensor<1x3xi1> loc("output|"("model.py":12:0))
  } loc("main|"("model.py":1:0))
}
