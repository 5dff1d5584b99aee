import type { Call } from '#kit/call.ts'
import { isSafeRead } from '#kit/call.ts'
import { domainOfCall } from './call-domains.ts'
import { isForPrograms, isUnder } from './program-paths.ts'

/** What is given up for what: whoever is on the way to pay or to come in is turned away last. */
export type Importance = 'first' | 'acting' | 'reading' | 'last'

/** How busy a server is: how late its program gets to what is due, and for how long somebody has waited for the database. */
export type Load = { loopMilliseconds: number; databaseMilliseconds: number }

/** What is asked of a server: a call, a page or a posted form by its path in any language, without base path. */
export type Asked = { method: string; path: string; call?: Call }

const firstDomains = ['payments', 'session', 'signatures']
const asksProviders = ['payments', 'desk-payments']
// Years of curves, and what is worked out from them.
const heavyPaths = ['/cch/', '/price-compare/', '/power_advice/']
// The log-ins, and the page by which whoever cannot come in chooses another password.
const wayIn = [
  '/login',
  '/acces',
  '/acceso',
  '/operator/login',
  '/operator/second_factor',
  '/reset-password',
  '/recordar-clau',
  '/recordar-clave',
]
// What providers report, and the way to their pages.
const ofPayments = ['/api/v2/payment_webhooks', '/payments']
// Programs that send much and can send it again.
const integration = '/integration'

const turnedAwayFrom: Record<Importance, Load> = {
  last: { loopMilliseconds: 150, databaseMilliseconds: 500 },
  reading: { loopMilliseconds: 400, databaseMilliseconds: 1_000 },
  acting: { loopMilliseconds: 800, databaseMilliseconds: 2_000 },
  first: { loopMilliseconds: 2_000, databaseMilliseconds: 4_000 },
}
const retrySeconds: Record<Importance, number> = { last: 30, reading: 10, acting: 5, first: 2 }

const deadlineSeconds = 10
// A card provider may take 20 s for its answer, and a file comes in as fast as the visitor's line.
const paymentSeconds = 25
const uploadSeconds = 120
// A gigabyte on a line of an office; what it says is taken in afterwards.
const largeFiles = ['desk-imports']
const largeUploadSeconds = 3_600

/** How important a request is; null for probes and files, which cost next to nothing. */
export function importanceOf({ method, path, call }: Asked): Importance | null {
  if (ofPayments.some((prefix) => isUnder(path, prefix))) return 'first'
  if (isUnder(path, integration)) return 'last'
  if (call) return importanceOfCall(call)
  if (isForPrograms(path)) return null
  if (wayIn.includes(path)) return 'first'
  return method === 'GET' || method === 'HEAD' ? 'reading' : 'acting'
}

function importanceOfCall(call: Call): Importance {
  if (firstDomains.includes(domainOfCall.get(call) ?? '')) return 'first'
  if (wayIn.some((path) => isUnder(call.path, path))) return 'first'
  if (call.reply === 'file' || heavyPaths.some((path) => call.path.includes(path))) return 'last'
  return isSafeRead(call) ? 'reading' : 'acting'
}

/** After how many seconds something so important should be asked again, where the load is too much for it; 0 is now. */
export function secondsToStayAway(importance: Importance, { loopMilliseconds, databaseMilliseconds }: Load): number {
  const limit = turnedAwayFrom[importance]
  const isTooMuch = loopMilliseconds >= limit.loopMilliseconds || databaseMilliseconds >= limit.databaseMilliseconds
  return isTooMuch ? retrySeconds[importance] : 0
}

/** In how many seconds a request must be answered; Infinity where another program streams, or nothing takes long. */
export function secondsToAnswer({ path, call }: Pick<Asked, 'path' | 'call'>): number {
  if (!call) return isForPrograms(path) ? Number.POSITIVE_INFINITY : deadlineSeconds
  const domain = domainOfCall.get(call) ?? ''
  if (call.takesFile) return largeFiles.includes(domain) ? largeUploadSeconds : uploadSeconds
  return asksProviders.includes(domain) ? paymentSeconds : deadlineSeconds
}
