import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { localizedTextSchema } from '#kit/backoffice/localized-text.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { energies } from '#vocabulary/energies.ts'
import {
  lateReasons,
  maxExplanation,
  maxReference,
  noticeStates,
  revisionKinds,
  revisionStates,
  startableKinds,
} from '../rules.ts'
import { maxRevisionsAtOnce, revisionActs, revisionFilters, revisionRoles } from './filters.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'care'] } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: revisionRoles } as const

const Day = z.iso.date('not_day')

const ListedRevision = z.object({
  id: z.string(),
  kind: z.enum(revisionKinds),
  product: z.string(),
  tariff: z.string(),
  applies_on: z.string(),
  /** The last day on which its notices may be sent. */
  notify_by: z.string(),
  state: z.enum(revisionStates),
  started_at: z.string(),
  /** How many contracts it concerns, and how many of them have been told in time. */
  contracts: z.number(),
  notified: z.number(),
  /** Who has taken it over. */
  assignee: z.nullable(NamedRef),
})
export type DeskRevision = z.output<typeof ListedRevision>

export const listAllRevisions = call({
  ...readAccess,
  path: '/operator/revisions',
  query: z.strictObject({
    ...revisionFilters,
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedRevision), total: z.number() }),
  summary: 'Lists the revisions of prices and terms with the progress of their notices, latest first',
})

export const readDeskRevision = call({
  ...readAccess,
  path: '/operator/revisions/:id',
  reply: z.extend(ListedRevision, {
    explanation: z.record(z.string(), z.string()),
    counts: z.partialRecord(z.enum(noticeStates), z.number()),
    left: z.number(),
  }),
  summary: 'Returns a revision with how many notices are in each state',
})
export type DeskRevisionDetails = z.output<typeof readDeskRevision.reply>

export const readRevisionChoices = call({
  ...readAccess,
  path: '/operator/revision-choices',
  reply: z.object({
    /** The products in force by tariff, with the price lists that are planned for them. */
    products: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        energy: z.enum(energies),
        tariff: z.string(),
        contracts: z.number(),
        planned: z.array(z.string()),
      }),
    ),
    today: z.string(),
    /** Whom revisions can be assigned to. */
    operators: z.array(NamedRef),
  }),
  summary: 'Lists the products whose contracts can be revised, with their planned price lists, and possible assignees',
})
export type RevisionChoices = z.output<typeof readRevisionChoices.reply>

export const startRevisionCall = call({
  ...writeAccess,
  path: '/operator/revisions',
  freshAuthentication: true,
  body: z.strictObject({
    kind: z.enum(startableKinds),
    product_id: z.int().check(z.positive()),
    tariff: z.string().check(z.minLength(1, 'required'), z.maxLength(20)),
    applies_on: Day,
    explanation: localizedTextSchema(maxExplanation),
  }),
  reply: z.object({ id: z.string(), notices: z.number(), notify_by: z.string() }),
  refusals: { prices_not_planned: 409, notice_too_late: 409, revision_exists: 409, no_contracts: 409 },
  summary: 'Starts to send the notices of a revision, one to each contract that it concerns',
})

export const actOnRevisions = call({
  ...writeAccess,
  path: '/operator/revisions/acts',
  freshAuthentication: true,
  body: z.strictObject({
    act: z.enum(revisionActs),
    ids: z.array(z.uuid()).check(z.minLength(1, 'required'), z.maxLength(maxRevisionsAtOnce)),
    /** Who gets the revisions that are assigned. */
    operator_id: z.optional(z.nullable(z.int().check(z.positive()))),
  }),
  /** How many have changed: one that has ended does not stop, and one that is unknown does nothing. */
  reply: z.object({ changed: z.number() }),
  refusals: { invalid: 400 },
  summary: 'Takes over several revisions, assigns them, leaves them to others, or stops those that are being sent',
})

export const stopRevision = call({
  ...writeAccess,
  path: '/operator/revisions/:id/stop',
  freshAuthentication: true,
  body: z.strictObject({ confirmed: z.literal(true, 'confirmation_missing') }),
  reply: 'nothing',
  refusals: { revision_ended: 409 },
  summary: 'Stops the notices of a revision that have not been sent',
})

const ListedNotice = z.object({
  id: z.string(),
  contract: z.string(),
  holder: z.string(),
  state: z.enum(noticeStates),
  late_reason: z.nullable(z.enum(lateReasons)),
  delivered_at: z.nullable(z.string()),
  delivered_to: z.array(z.string()),
  posting_reference: z.nullable(z.string()),
  left_at: z.nullable(z.string()),
})
export type ListedNotice = z.output<typeof ListedNotice>

/** The filters of the list of notices: a state, all, or those whose customers left. */
export const noticeFilters = ['all', ...noticeStates, 'left'] as const

export const listNotices = call({
  ...readAccess,
  path: '/operator/revisions/:id/notices',
  personalData: true,
  query: z.strictObject({
    state: z._default(z.enum(noticeFilters), 'all'),
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedNotice), total: z.number() }),
  summary: 'Lists the notices of a revision with the proof of their delivery',
})

export const recordPosting = call({
  ...writeAccess,
  roles: ['sales', 'care'],
  path: '/operator/revisions/:id/posting',
  body: z.strictObject({
    reference: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxReference)),
  }),
  reply: z.object({ posted: z.number() }),
  refusals: { nothing_to_post: 409, notice_too_late: 409 },
  summary: 'Records that all letters of a revision were posted, with the reference of the post',
})
