import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { Energy, KeptPrices } from '#desks/offers/api.ts'
import { SettingKind } from '#desks/settings/api.ts'
import { itemKinds } from '#domains/payments/rules.ts'
import { call } from '#kit/call.ts'
import { approvalFilters, approvalKinds, approvalStates, decisions, maxNoteLength, planActs } from './rules.ts'

const Person = z.object({ id: z.number(), name: z.string() })

/** What is given back of a payment; amounts in euros. */
const RefundDetail = z.object({
  kind: z.literal('refund'),
  payment: z.object({
    id: z.string(),
    amount: z.number(),
    item: z.object({ kind: z.enum(itemKinds), number: z.string() }),
  }),
  amount: z.number(),
  is_owed_again: z.boolean(),
  /** How much of the payment can be given back before, and how much after. */
  refundable_before: z.number(),
  refundable_after: z.number(),
})

const ShownPrices = z.nullable(z.object({ valid_from: z.string(), prices: KeptPrices }))

/** A price list that is planned, changed or withdrawn, and what would hold without it. */
const PricesDetail = z.object({
  kind: z.literal('prices'),
  act: z.enum(planActs),
  product: z.object({ id: z.number(), name: z.string(), energy: Energy }),
  tariff: z.string(),
  before: ShownPrices,
  after: ShownPrices,
})

const ShownFigure = z.nullable(
  z.object({
    valid_from: z.string(),
    valid_to: z.nullable(z.string()),
    values: z.array(z.string()),
    source: z.string(),
  }),
)

/** A regulated value that is planned, changed or withdrawn, and what would hold without it. */
const FigureDetail = z.object({
  kind: z.literal('figure'),
  act: z.enum(planActs),
  figure: z.object({
    name: z.string(),
    unit: z.string(),
    shape: z.literal(['single', 'periods', 'reduced_rate']),
    tariff: z.nullable(z.string()),
  }),
  before: ShownFigure,
  after: ShownFigure,
})

/** A setting of money that is changed. */
const SettingDetail = z.object({
  kind: z.literal('setting'),
  path: z.string(),
  value_kind: SettingKind,
  before: z.unknown(),
  after: z.unknown(),
})

/** What would be done, in the terms of the desk it comes from: what stands, and what would stand then. */
const ApprovalDetail = z.discriminatedUnion('kind', [RefundDetail, PricesDetail, FigureDetail, SettingDetail])
export type ApprovalDetail = z.output<typeof ApprovalDetail>

const facts = {
  id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** Null where what was asked for can no longer be read by this version of the program. */
  detail: z.nullable(ApprovalDetail),
  customer: z.nullable(Person),
  reason: z.nullable(z.string()),
  requested_by: Person,
  requested_at: z.string(),
  expires_at: z.string(),
  decided_by: z.nullable(Person),
  decided_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Whether whoever reads it has asked for it, and so may take it back and not decide. */
  is_own: z.boolean(),
}

const ListedApproval = z.object(facts)
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
  summary: 'What waits for another operator, the first one first; or what was decided, the last one first',
})

const ReadApproval = z.object({
  ...facts,
  /** What would be done now, where something else stands than was seen; it can only be rejected or taken back. */
  changed_to: z.nullable(ApprovalDetail),
  /** Why what was approved could not be carried out. */
  failure: z.nullable(z.string()),
})
export type ReadApproval = z.output<typeof ReadApproval>

export const readApproval = call({
  method: 'GET',
  path: '/operator/approvals/:id',
  versions: [1],
  access: 'operator',
  roles: ['money'],
  personalData: true,
  reply: ReadApproval,
  summary: 'What an operator has asked for: what stands, what would stand then, and what became of it',
})

export const decideApproval = call({
  method: 'POST',
  path: '/operator/approvals/:id/decide',
  versions: [1],
  access: 'operator',
  roles: ['money'],
  // What is approved may have to be asked of a provider.
  inSteps: true,
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
  summary: 'Approves what another operator has asked for, which is then done, or rejects it',
})

export const withdrawApproval = call({
  method: 'POST',
  path: '/operator/approvals/:id/withdraw',
  versions: [1],
  access: 'operator',
  roles: ['money'],
  reply: 'nothing',
  refusals: { not_own_approval: 403, approval_decided: 409, approval_expired: 409 },
  summary: 'Takes back what the operator has asked for',
})
