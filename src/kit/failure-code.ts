import { isConnectionLost } from './connection-lost.ts'
import { isRefused } from './refusal.ts'

/** The code by which a failed call is told: that of its refusal, `offline` where nothing answered, or else `unexpected`. */
export function codeOf(failure: unknown): string {
  if (isRefused(failure)) return failure.code
  return isConnectionLost(failure) ? 'offline' : 'unexpected'
}
