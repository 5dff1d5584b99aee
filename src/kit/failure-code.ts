import { isRefused } from './refusal.ts'

/** The code by which a failed call is told: that of its refusal, `offline` where nothing answered, or else `unexpected`. */
export function codeOf(failure: unknown): string {
  if (isRefused(failure)) return failure.code
  return isConnectionLost(failure) ? 'offline' : 'unexpected'
}

/** Whether something failed because nothing answered. A file of the program that does not come says so only in words. */
export function isConnectionLost(thrown: unknown): boolean {
  return /^connection lost|imported module|module script/i.test((thrown as Error | undefined)?.message ?? '')
}
