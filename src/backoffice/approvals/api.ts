import * as z from 'zod/mini'
import { approvalFilters, approvalKinds, approvalStates, decisions, maxNoteLength } from '#domains/approvals/rules.ts'
import { CompensationDetail } from '#domains/duties/desk/compensations/approval-detail.ts'
import { PricesDetail } from '#domains/offers/desk/products/approval-detail.ts'
import { RefundDetail } from '#domains/payments/desk/approval-detail.ts'
import { RegulatedPriceDetail } from '#domains/regulated-prices/desk/approval-detail.ts'
import { SettingDetail } from '#domains/retailer/desk/settings/approval-detail.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'

/** The requested action in the terms of its back-office section: the current values and those after approval. */
const ApprovalDetail = z.discriminatedUnion('kind', [
  RefundDetail,
  PricesDetail,
  RegulatedPriceDetail,
  SettingDetail,
  CompensationDetail,
])
export type ApprovalDetail = z.output<typeof ApprovalDetail>

const approvalFields = {
  id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** Null when this version of the program can no longer parse the stored payload. */
  detail: z.nullable(ApprovalDetail),
  customer: z.nullable(NamedRef),
  reason: z.nullable(z.string()),
  requested_by: NamedRef,
  requested_at: z.string(),
  expires_at: z.string(),
  decided_by: z.nullable(NamedRef),
  decided_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Whether the current operator made the request, and so may withdraw but not decide it. */
  is_own: z.boolean(),
}

const ListedApproval = z.object(approvalFields)
export type ListedApproval = z.output<typeof ListedApproval>

export const listApprovals = call({
  method: 'GET',
  path: '/operator/approvals',
  versions: [1],
  access: 'operator',
  roles: ['money'],
  personalData: true,
  query: z.strictObject({
    state: z._default(z.enum(approvalFilters), 'open'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedApproval), total: z.number() }),
  summary: 'Lists the requests that await another operator, oldest first, or those that were decided, newest first',
})

const ApprovalReply = z.object({
  ...approvalFields,
  /**
   * What approval would do now, when the current state differs from the one shown at request time. The request can then
   * only be rejected or withdrawn.
   */
  changed_to: z.nullable(ApprovalDetail),
  /** Why the approved action could not be executed. */
  failure: z.nullable(z.string()),
})
export type ApprovalReply = z.output<typeof ApprovalReply>

export const readApproval = call({
  method: 'GET',
  path: '/operator/approvals/:id',
  versions: [1],
  access: 'operator',
  roles: ['money'],
  personalData: true,
  reply: ApprovalReply,
  summary: 'Returns a request for approval: the current values, the requested ones and its outcome',
})

export const decideApproval = call({
  method: 'POST',
  path: '/operator/approvals/:id/decide',
  versions: [1],
  access: 'operator',
  roles: ['money'],
  // The approved action may have to call a payment provider.
  isNonTransactional: true,
  freshAuthentication: true,
  body: z.strictObject({
    decision: z.enum(decisions),
    note: z._default(z.string().check(z.trim(), z.maxLength(maxNoteLength)), ''),
  }),
  reply: z.object({ state: z.enum(approvalStates), failure: z.nullable(z.string()) }),
  refusals: {
    invalid: 400,
    own_approval: 403,
    approval_decided: 409,
    approval_expired: 409,
    approval_outdated: 409,
  },
  summary: 'Approves the request of another operator, which is then carried out, or rejects it',
})

export const withdrawApproval = call({
  method: 'POST',
  path: '/operator/approvals/:id/withdraw',
  versions: [1],
  access: 'operator',
  roles: ['money'],
  reply: 'nothing',
  refusals: { not_own_approval: 403, approval_decided: 409, approval_expired: 409 },
  summary: 'Withdraws the operator’s own request',
})
