import * as z from 'zod/mini'
import { type ApprovalKind, auditedBy } from '#domains/approvals/server/approval-kind.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { decideCompensation, findCompensation } from '../../../server/compensation-store.ts'
import type { CompensationDetail } from '../approval-detail.ts'

const CompensationPayload = z.strictObject({ compensation_id: z.uuid() })
type CompensationPayload = z.output<typeof CompensationPayload>

/** The state that an approval depends on: the compensation as it was proposed. */
type CompensationBasis = { state: string; minimum_cents: number; percent: number; source: string }

/** Returns the approval subject of a compensation, of which at most one is open. */
export function compensationApprovalSubject(id: string): string {
  return `compensation:${id}`
}

/**
 * The approval of a compensation by another operator. Its customer is told by mail, and the retailer's systems by an
 * event, so that it stands on the next bill.
 */
export const compensationApproval: ApprovalKind<
  CompensationPayload,
  CompensationBasis,
  { state: 'approved' },
  'compensation_decided',
  CompensationDetail
> = {
  name: 'compensation',
  payload: CompensationPayload,
  subjectOf: ({ compensation_id }) => compensationApprovalSubject(compensation_id),
  detail: ({ compensation_id: id }, { minimum_cents, percent, source }) => ({
    kind: 'compensation',
    compensation: { id, minimum: minimum_cents / 100, percent, source },
  }),
  async readState(db, { compensation_id: id }) {
    const { state, minimum_cents, percent_of_first_bill: percent, source } = (await findCompensation(db, id))!
    return { state, minimum_cents, percent, source }
  },
  async execute(trx, { compensation_id: id }, by) {
    const compensation = await findCompensation(trx, id)
    if (compensation?.state !== 'proposed') return { refused: 'compensation_decided' }
    const { customer_id: customerId, contract_id: contractId, minimum_cents: minimumCents } = compensation
    await decideCompensation(trx, id, { state: 'approved', reason: null, userId: by.userId, now: by.now })
    await auditChange({
      ...{ db: trx, ...auditedBy(by), customerId },
      action: 'compensation_approved',
      subject: compensationApprovalSubject(id),
      after: { minimumCents },
    })
    const message = {
      kind: 'duties.compensationApproved',
      values: { minimumCents, percent: compensation.percent_of_first_bill },
      customerId,
      ...(contractId !== null && { contractId }),
    } as const
    await queueMessage(trx, message, by.now)
    const data = {
      ...{ compensation_id: id, customer_id: customerId, contract_id: contractId, minimum: minimumCents / 100 },
      percent_of_first_bill: compensation.percent_of_first_bill,
    }
    await queueEvent(trx, { type: 'compensation.approved', data }, by.now)
    return { done: { state: 'approved' } }
  },
}
