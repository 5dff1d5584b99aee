import { isConnectionLost } from './failure-code.ts'
import { isRefused } from './refusal.ts'

/** The temporary conditions under which no call is answered. Their messages are in the app's texts under `refusals`. */
export const outageCodes = ['offline', 'maintenance', 'unavailable', 'late'] as const
export type OutageCode = (typeof outageCodes)[number]

const commonCodes = [
  ...outageCodes,
  'too_many_attempts',
  'token_readonly',
  'fresh_authentication_required',
  'upstream_unreachable',
  'upstream_late',
  'upstream_failed',
] as const
export type CommonCode = (typeof commonCodes)[number] | 'unexpected'

/**
 * Returns the code if the app has a message for it whatever the call; `unexpected` for codes that only a domain can
 * explain.
 */
export function commonCodeOf(code: string): CommonCode {
  return commonCodes.find((known) => known === code) ?? 'unexpected'
}

/** Returns the general outage that made a call fail; undefined where the failure concerns this call alone. */
export function outageOf(failure: unknown): OutageCode | undefined {
  if (isConnectionLost(failure)) return 'offline'
  if (!isRefused(failure)) return undefined
  const { code, status } = failure
  // With any other code, the status concerns something that only this call needs, such as an unavailable provider.
  const isOfServer = code === 'unexpected' || code.startsWith('upstream_')
  return outageCodes.find((known) => known === code) ?? (isOfServer ? outageCodeOfStatus(status) : undefined)
}

/** Returns the outage code for an HTTP status without an error code, as sent by a proxy in front of the server. */
export function outageCodeOfStatus(status: number): Exclude<OutageCode, 'offline' | 'maintenance'> | undefined {
  if (status === 504) return 'late'
  return status === 502 || status === 503 ? 'unavailable' : undefined
}
