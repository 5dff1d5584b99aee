import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

const SessionExpiry = z.object({
  /** Until the session ends, if there are no further requests. */
  seconds_left: z.number(),
  /** Whether use extends the session. Its absolute end never moves. */
  can_stay: z.boolean(),
})

export type SessionExpiry = z.output<typeof SessionExpiry>

export const readSessionExpiry = call({
  method: 'GET',
  path: '/user/session',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  extendsSession: false,
  reply: SessionExpiry,
  summary: 'Returns how long the current session will last, without extending it',
})

export const keepSessionAlive = call({
  method: 'POST',
  path: '/user/session',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  hasSideEffects: false,
  reply: SessionExpiry,
  summary: 'Restarts the idle time of the session',
})

const OwnSession = z.object({
  id: z.string(),
  /** Browser and system, "Firefox, Windows". Null for programs and for sessions that report neither. */
  device: z.nullable(z.string()),
  opened_at: z.string(),
  last_used_at: z.string(),
  /** A session of an operator who impersonates the customer and can change nothing. */
  readonly: z.boolean(),
  /** The session that makes the request. */
  is_current: z.boolean(),
})

export type OwnSession = z.output<typeof OwnSession>

export const listSessions = call({
  method: 'GET',
  path: '/sessions/',
  versions: [2],
  access: 'customer',
  priority: 'critical',
  reply: z.object({ items: z.array(OwnSession) }),
  summary: 'Lists the open sessions of the signed-in user, most recently used first',
})

const Impersonation = z.object({ at: z.string(), reason: z.string() })

export type Impersonation = z.output<typeof Impersonation>

export const listImpersonations = call({
  method: 'GET',
  path: '/sessions/looks/',
  versions: [2],
  access: 'customer',
  priority: 'critical',
  reply: z.object({ items: z.array(Impersonation) }),
  summary: 'Lists when and why the retailer’s staff have impersonated the signed-in user, most recent first',
})

export const endSession = call({
  method: 'POST',
  path: '/sessions/:id/revoke',
  versions: [2],
  access: 'customer',
  priority: 'critical',
  reply: 'nothing',
  summary: 'Ends one of the user’s own sessions',
})
