import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { erasureActions, erasureObstacles, keepGrounds } from '#domains/profile/erasure-rules.ts'
import { erasureStates } from '#domains/profile/rules.ts'
import { call } from '#kit/call.ts'
import { erasureFilters } from './rules.ts'

const ErasureRequest = z.object({
  id: z.number(),
  state: z.enum(erasureStates),
  requested_at: z.string(),
  /** The last day for an answer. */
  answer_by: z.string(),
  /** Who asked; null once they are erased. */
  name: z.nullable(z.string()),
})
export type ListedErasure = z.output<typeof ErasureRequest>

export const listErasureRequests = call({
  method: 'GET',
  path: '/operator/erasures',
  versions: [1],
  access: 'operator',
  roles: ['care'],
  personalData: true,
  query: z.strictObject({
    state: z._default(z.enum(erasureFilters), 'open'),
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ErasureRequest), total: z.number() }),
  summary: 'Requests of erasure, those whose answer is due first',
})

const PlannedTable = z.object({
  table: z.string(),
  does: z.enum(erasureActions),
  count: z.number(),
  ground: z.nullable(z.enum(keepGrounds)),
  until: z.nullable(z.string()),
})

export const readErasureRequest = call({
  method: 'GET',
  path: '/operator/erasures/:id',
  versions: [1],
  access: 'operator',
  roles: ['care'],
  personalData: true,
  reply: z.extend(ErasureRequest, {
    comment: z.nullable(z.string()),
    email: z.nullable(z.string()),
    /** What was answered where it was refused. */
    answer: z.nullable(z.string()),
    /** What has to end first. */
    obstacles: z.array(z.enum(erasureObstacles)),
    /** What carrying it out would do now, or once it is carried out what it did. */
    tables: z.array(PlannedTable),
    erased_at: z.nullable(z.string()),
  }),
  summary: 'A request of erasure with what it would do to each table, why something stays and until when',
})
export type ReadErasureRequest = z.output<typeof readErasureRequest.reply>

export const carryOutErasureRequest = call({
  method: 'POST',
  path: '/operator/erasures/:id/carry-out',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  freshAuthentication: true,
  body: z.strictObject({ confirmed: z.literal(true, 'confirmation_missing') }),
  reply: 'nothing',
  refusals: { erasure_closed: 409, erasure_obstacles: 409 },
  summary: 'Erases whoever asked for it, as far as the law lets it; they are told by a last mail',
})

export const refuseErasureRequest = call({
  method: 'POST',
  path: '/operator/erasures/:id/refuse',
  versions: [1],
  access: 'operator',
  roles: ['care'],
  body: z.strictObject({ note: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(500)) }),
  reply: 'nothing',
  refusals: { erasure_closed: 409 },
  summary: 'Refuses an erasure with a reason, which whoever asked is told',
})
