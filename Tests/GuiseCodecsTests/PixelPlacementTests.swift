import CKernels
import GuiseCore
import Testing

@testable import GuiseCodecs
