import { complaintTableNorms, customerCareNorms, earlierComplaintNorms } from './customer-care-norms.ts'
import { electricitySupplyNorms } from './electricity-supply-norms.ts'
import { nonPaymentNorms } from './non-payment-norms.ts'
import type { DutyNorm } from './norm.ts'
import { otherNorms } from './other-norms.ts'

/** The norms that the product knows. Operators add dated rows, which replace those with the same code. */
export const builtInNorms: readonly DutyNorm[] = [
  ...customerCareNorms,
  ...complaintTableNorms,
  ...earlierComplaintNorms,
  ...electricitySupplyNorms,
  ...nonPaymentNorms,
  ...otherNorms,
]
