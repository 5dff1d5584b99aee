import * as z from 'zod/mini'
import { ShownDuty } from '#domains/duties/shown-duty.ts'
import { call } from '#kit/call.ts'
import { erasureObstacles } from './erasure-rules.ts'
import { erasureStates, exportStates, maxCommentLength } from './rules.ts'

const Instant = z.iso.datetime({ offset: true })

const DataExport = z.object({
  id: z.uuid(),
  state: z.enum(exportStates),
  requested_at: Instant,
  /** When the download expires. */
  expires_at: z.nullable(Instant),
  size_bytes: z.nullable(z.number()),
  /** By when it is due; null once it has been made. */
  duty: z.optional(z.nullable(ShownDuty)),
})
export type DataExport = z.output<typeof DataExport>

export const readDataExport = call({
  method: 'GET',
  path: '/me/data-export/',
  versions: [2],
  access: 'customer',
  reply: z.object({ export: z.nullable(DataExport) }),
  summary: 'Returns the status of the last copy of the user’s own data',
})

export const requestDataExport = call({
  method: 'POST',
  path: '/me/data-export/',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  reply: z.object({ export: DataExport }),
  summary: 'Requests a copy of the user’s own data; while one is being made, returns that one',
})

const Erasure = z.object({
  id: z.number(),
  state: z.enum(erasureStates),
  comment: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  requested_at: Instant,
  answer_by: z.iso.date(),
  updated_at: Instant,
  /** By when it is answered; null once it has been. */
  duty: z.optional(z.nullable(ShownDuty)),
})
export type Erasure = z.output<typeof Erasure>

export const listErasures = call({
  method: 'GET',
  path: '/me/erasure/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(Erasure),
    /** Contracts that are active or pending: their data cannot be erased before they end. */
    open_contracts: z.number(),
    /** What else has to end before anything can be erased. */
    obstacles: z.array(z.enum(erasureObstacles)),
    /** Last day of retention if the data were erased today, inclusive. Null where nothing would be retained. */
    kept_until: z.object({ books: z.nullable(z.iso.date()), claims: z.nullable(z.iso.date()) }),
  }),
  summary: 'Lists the user’s own erasure requests, newest first',
})

export const requestErasure = call({
  method: 'POST',
  path: '/me/erasure/',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  body: z.strictObject({
    confirmed: z.literal(true, 'confirmation_missing'),
    comment: z.optional(z.string().check(z.maxLength(maxCommentLength))),
  }),
  reply: Erasure,
  refusals: { erasure_open: 409 },
  summary: 'Requests the erasure of all of the user’s own data that need not be retained',
})

export const withdrawErasure = call({
  method: 'POST',
  path: '/me/erasure/:erasureId/withdraw',
  versions: [2],
  access: 'customer',
  reply: Erasure,
  refusals: { erasure_closed: 409 },
  summary: 'Withdraws an erasure request that has not been answered',
})
