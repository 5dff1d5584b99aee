import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { Energy, StoredPrices } from '#desks/offers/api.ts'
import { SettingKind } from '#desks/settings/api.ts'
import { itemKinds } from '#domains/payments/rules.ts'
import { call } from '#kit/call.ts'
import { approvalFilters, approvalKinds, approvalStates, decisions, maxNoteLength, planActions } from './rules.ts'

const Person = z.object({ id: z.number(), name: z.string() })

/** A refund of a payment; amounts in euros. */
const RefundDetail = z.object({
  kind: z.literal('refund'),
  payment: z.object({
    id: z.string(),
    amount: z.number(),
    item: z.object({ kind: z.enum(itemKinds), number: z.string() }),
  }),
  amount: z.number(),
  is_owed_again: z.boolean(),
  /** The refundable amount of the payment before and after the refund. */
  refundable_before: z.number(),
  refundable_after: z.number(),
})

const PriceListSnapshot = z.nullable(z.object({ valid_from: z.string(), prices: StoredPrices }))

/** A price list that is planned, changed or withdrawn, and the one that would apply without the action. */
const PricesDetail = z.object({
  kind: z.literal('prices'),
  act: z.enum(planActions),
  product: z.object({ id: z.number(), name: z.string(), energy: Energy }),
  tariff: z.string(),
  before: PriceListSnapshot,
  after: PriceListSnapshot,
})

const RegulatedPriceSnapshot = z.nullable(
  z.object({
    valid_from: z.string(),
    valid_to: z.nullable(z.string()),
    values: z.array(z.string()),
    source: z.string(),
  }),
)

/** A regulated price that is planned, changed or withdrawn, and the one that would apply without the action. */
const RegulatedPriceDetail = z.object({
  kind: z.literal('figure'),
  act: z.enum(planActions),
  figure: z.object({
    name: z.string(),
    unit: z.string(),
    shape: z.literal(['single', 'periods', 'reduced_rate']),
    tariff: z.nullable(z.string()),
  }),
  before: RegulatedPriceSnapshot,
  after: RegulatedPriceSnapshot,
})

/** A change of a money-related setting. */
const SettingDetail = z.object({
  kind: z.literal('setting'),
  path: z.string(),
  value_kind: SettingKind,
  before: z.unknown(),
  after: z.unknown(),
})

/** The requested action in the terms of its back-office section: the current values and those after approval. */
const ApprovalDetail = z.discriminatedUnion('kind', [RefundDetail, PricesDetail, RegulatedPriceDetail, SettingDetail])
export type ApprovalDetail = z.output<typeof ApprovalDetail>

const approvalFields = {
  id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** Null when this version of the program can no longer parse the stored payload. */
  detail: z.nullable(ApprovalDetail),
  customer: z.nullable(Person),
  reason: z.nullable(z.string()),
  requested_by: Person,
  requested_at: z.string(),
  expires_at: z.string(),
  decided_by: z.nullable(Person),
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
