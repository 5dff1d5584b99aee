import { isRefused, Refused } from '#kit/refusal.ts'
import { type DatabaseFault, databaseFaultOf } from '#kit/server/database-fault.ts'

/** Seconds until a retry makes sense. */
export const retrySeconds: Record<DatabaseFault, number> = { busy: 5, away: 10, readOnly: 30, full: 60 }

/** The `reason` of each fault in a reply, next to the code `unavailable`. */
const faultReasons = {
  busy: 'database_busy',
  away: 'database_away',
  readOnly: 'database_read_only',
  full: 'database_full',
} as const satisfies Record<DatabaseFault, string>

/** Returns the refusal for a database fault, or undefined for any other error. */
export function refusalOfDatabaseError(error: unknown): Refused | undefined {
  const fault = isRefused(error) ? undefined : databaseFaultOf(error)
  if (!fault) return undefined
  return new Refused('unavailable', 503, {
    retryAfterSeconds: retrySeconds[fault],
    extra: { reason: faultReasons[fault] },
  })
}

/** Returns the fault that the `reason` of a reply names, or undefined. */
export function faultOfReason(reason: unknown): DatabaseFault | undefined {
  return (Object.keys(faultReasons) as DatabaseFault[]).find((fault) => faultReasons[fault] === reason)
}
