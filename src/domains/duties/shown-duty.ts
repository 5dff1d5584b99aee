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
