import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { erasureActions, erasureObstacles, retentionGrounds } from '../erasure-rules.ts'
import { erasureStates } from '../rules.ts'
import { erasureFilters } from './rules.ts'

const ErasureRequest = z.object({
  id: z.number(),
  state: z.enum(erasureStates),
  requested_at: z.string(),
  /** The response deadline. */
  answer_by: z.string(),
  /** The name of the requester; null once they are erased. */
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
  summary: 'Lists erasure requests, by response deadline',
})

const PlannedTable = z.object({
  table: z.string(),
  does: z.enum(erasureActions),
  count: z.number(),
  ground: z.nullable(z.enum(retentionGrounds)),
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
    /** The reason given if the request was refused. */
    answer: z.nullable(z.string()),
    /** What must end before the erasure is possible. */
    obstacles: z.array(z.enum(erasureObstacles)),
    /** What the erasure would do now, or, once carried out, what it did. */
    tables: z.array(PlannedTable),
    erased_at: z.nullable(z.string()),
  }),
  summary: 'Returns an erasure request with its effect on each table, and why and until when data is retained',
})
export type ErasureRequestDetails = z.output<typeof readErasureRequest.reply>

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
  summary: 'Erases the requester’s data as far as the law permits; a last e-mail notifies the requester',
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
  summary: 'Refuses an erasure with a reason, which is sent to the requester',
})
