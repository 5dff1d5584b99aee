import * as z from 'zod/mini'
import { type DutyKind, dutyKinds } from './kinds.ts'
import { recourses } from './norm.ts'

type CustomerKind = {
  [Kind in DutyKind]: (typeof dutyKinds)[Kind]['isShownToCustomer'] extends true ? Kind : never
}[DutyKind]

/** The kinds of duties whose customer is told the day and what they can do after it. */
export const customerKinds = (Object.keys(dutyKinds) as DutyKind[]).filter(
  (kind): kind is CustomerKind => dutyKinds[kind].isShownToCustomer,
)

/** Those about the readings of the meter of a contract. */
export const readingKinds = [
  'own_reading',
  'actual_reading',
  'actual_billing',
  'meter_reading',
] as const satisfies readonly CustomerKind[]

/** Those about a contract that its page shows; the others are shown with what they are about. */
export const contractKinds = [
  ...readingKinds,
  ...(['contract_end', 'closing_bill', 'overbilling_refund', 'connection_offer', 'connection'] as const),
  ...(['call_recording', 'ombudsman_decision'] as const),
] as const satisfies readonly CustomerKind[]

/** A duty as its customer sees it, for the replies of the calls that show its subject. */
export const ShownDuty = z.object({
  kind: z.enum(customerKinds as [CustomerKind, ...CustomerKind[]]),
  status: z.enum(['running', 'late', 'paused']),
  due_on: z.string(),
  /** The instant by which it is due, where its term is in hours. */
  due_at: z.nullable(z.string()),
  /** Where its customer can turn to if it is missed. */
  recourse: z.nullable(z.enum(recourses)),
})
export type ShownDuty = z.output<typeof ShownDuty>

/** One that the page of a contract shows. */
export const ContractDuty = z.extend(ShownDuty, {
  kind: z.enum(contractKinds),
  /** The day of its event. */
  since: z.string(),
  /** Whether its customer is paid for it if it is missed. */
  is_compensated: z.boolean(),
})
export type ContractDuty = z.output<typeof ContractDuty>
