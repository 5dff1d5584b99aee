import { isConnectionLost } from './failure-code.ts'
import { isRefused } from './refusal.ts'

/** What keeps everybody from being answered, and passes by itself; its sentences stand under `refusals` of the app. */
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

/** The code that the app has a sentence for, whatever the call; `unexpected` for those that only a domain can tell. */
export function commonCode(code: string): CommonCode {
  return commonCodes.find((known) => known === code) ?? 'unexpected'
}

/** What keeps everybody from being answered, where that is why a call failed; undefined for what is of this call alone. */
export function outageOf(failure: unknown): OutageCode | undefined {
  if (isConnectionLost(failure)) return 'offline'
  if (!isRefused(failure)) return undefined
  const { code, status } = failure
  // With another code a status is of what this call alone needs, such as a provider that is away.
  const isOfServer = code === 'unexpected' || code.startsWith('upstream_')
  return outageCodes.find((known) => known === code) ?? (isOfServer ? codeOfStatus(status) : undefined)
}

/** The code of a status where the answer names none, as of a proxy that answers in the place of the server. */
export function codeOfStatus(status: number): Exclude<OutageCode, 'offline' | 'maintenance'> | undefined {
  if (status === 504) return 'late'
  return status === 502 || status === 503 ? 'unavailable' : undefined
}
