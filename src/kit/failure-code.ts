import { isRefused } from './refusal.ts'

/**
 * Returns the code by which a failed call is reported: that of its refusal, `offline` without a reply, otherwise
 * `unexpected`.
 */
export function failureCodeOf(failure: unknown): string {
  if (isRefused(failure)) return failure.code
  return isConnectionLost(failure) ? 'offline' : 'unexpected'
}

/**
 * Checks whether something failed because the connection was lost. A script chunk that fails to load is recognised only
 * by its error message.
 */
export function isConnectionLost(thrown: unknown): boolean {
  return /^connection lost|imported module|module script/i.test((thrown as Error | undefined)?.message ?? '')
}
