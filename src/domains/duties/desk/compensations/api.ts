import * as z from 'zod/mini'
import { approvalRefusals, PendingApproval, withApprovalReply } from '#domains/approvals/approval-reply.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { compensationStates } from '../../compensation.ts'
import { type DutyKind, dutyKinds } from '../../kinds.ts'
import { compensationRoles } from './roles.ts'

const access = { versions: [1], access: 'operator', roles: compensationRoles } as const

const ListedCompensation = z.object({
  id: z.string(),
  state: z.enum(compensationStates),
  customer: NamedRef,
  contract: z.nullable(z.string()),
  /** The missed duty. */
  kind: z.enum(Object.keys(dutyKinds) as [DutyKind, ...DutyKind[]]),
  due_on: z.string(),
  /** Null while it is still not done. */
  done_at: z.nullable(z.string()),
  /** In euros. The greater of both is paid. */
  minimum: z.number(),
  percent_of_first_bill: z.number(),
  source: z.string(),
  /** In euros; null until it is on a bill. */
  amount: z.nullable(z.number()),
  invoice_number: z.nullable(z.string()),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  waiting_approval: z.nullable(PendingApproval),
})
export type ListedCompensation = z.output<typeof ListedCompensation>

export const listCompensations = call({
  ...access,
  method: 'GET',
  path: '/operator/compensations',
  personalData: true,
  query: z.strictObject({
    state: z._default(z.enum(compensationStates), 'proposed'),
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedCompensation), total: z.number() }),
  summary: 'Lists what missed terms cost: as proposed, approved, rejected or on a bill',
})

export const approveCompensation = call({
  ...access,
  method: 'POST',
  path: '/operator/compensations/:id/approve',
  reply: withApprovalReply(z.object({ state: z.literal('approved') })),
  refusals: { ...approvalRefusals, compensation_decided: 409 },
  summary: 'Asks another operator to approve a proposed compensation, which its customer is then told',
})

export const rejectCompensation = call({
  ...access,
  method: 'POST',
  path: '/operator/compensations/:id/reject',
  body: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(5, 'reason_needed'), z.maxLength(500)) }),
  reply: 'nothing',
  refusals: { ...approvalRefusals, compensation_decided: 409 },
  summary: 'Rejects a proposed compensation with a reason',
})
