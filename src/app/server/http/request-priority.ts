import type { Call } from '#kit/call.ts'
import { isSafeRead } from '#kit/call.ts'
import { isProgramPath, isUnder } from './program-paths.ts'

/** The order in which load is shed: `bulk` first, payments and sign-in (`critical`) last. */
export type RequestPriority = 'critical' | 'write' | 'read' | 'bulk'

/** The load of a server: the delay of its event loop, and how long queries wait for the database. */
export type ServerLoad = { loopMilliseconds: number; databaseMilliseconds: number }

/** A request to a server: a call, a page or a posted form by its path in any language, without base path. */
export type RequestTarget = { method: string; path: string; call?: Call; isPreload?: boolean }

// The sign-in pages, and the page for a forgotten password.
const signInPaths = [
  '/login',
  '/acces',
  '/acceso',
  '/operator/login',
  '/operator/second_factor',
  '/reset-password',
  '/recordar-clau',
  '/recordar-clave',
]
// Provider reports, and the redirects to provider pages.
const paymentPaths = ['/api/v2/payment_webhooks', '/payments']
// Bulk senders that can retry.
const integrationPath = '/integration'

const shedThresholds: Record<RequestPriority, ServerLoad> = {
  bulk: { loopMilliseconds: 150, databaseMilliseconds: 500 },
  read: { loopMilliseconds: 400, databaseMilliseconds: 1_000 },
  write: { loopMilliseconds: 800, databaseMilliseconds: 2_000 },
  critical: { loopMilliseconds: 2_000, databaseMilliseconds: 4_000 },
}
const retrySeconds: Record<RequestPriority, number> = { bulk: 30, read: 10, write: 5, critical: 2 }

const deadlineSeconds = 10
// An upload is as fast as the visitor's connection.
const uploadDeadlineSeconds = 120

/** Returns the priority of a request; null for health checks and files, which cost next to nothing. */
export function priorityOf({ method, path, call, isPreload }: RequestTarget): RequestPriority | null {
  if (paymentPaths.some((prefix) => isUnder(path, prefix))) return 'critical'
  if (isUnder(path, integrationPath)) return 'bulk'
  if (call) return isPreload ? 'bulk' : priorityOfCall(call)
  if (isProgramPath(path)) return null
  if (signInPaths.includes(path)) return 'critical'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

function priorityOfCall(call: Call): RequestPriority {
  if (call.priority) return call.priority
  if (call.reply === 'file') return 'bulk'
  return isSafeRead(call) ? 'read' : 'write'
}

/** Returns the seconds after which a request of this priority should be retried if the load is too high; 0 is now. */
export function secondsUntilRetry(
  priority: RequestPriority,
  { loopMilliseconds, databaseMilliseconds }: ServerLoad,
): number {
  const limit = shedThresholds[priority]
  const isTooMuch = loopMilliseconds >= limit.loopMilliseconds || databaseMilliseconds >= limit.databaseMilliseconds
  return isTooMuch ? retrySeconds[priority] : 0
}

/**
 * Returns the seconds within which a request must be answered; Infinity if an answer is streamed, or never takes long.
 */
export function requestDeadlineSeconds({ path, call }: Pick<RequestTarget, 'path' | 'call'>): number {
  if (!call) return isProgramPath(path) ? Number.POSITIVE_INFINITY : deadlineSeconds
  return call.deadlineSeconds ?? (call.acceptsFile ? uploadDeadlineSeconds : deadlineSeconds)
}
