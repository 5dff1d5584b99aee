import { isRefused, Refused } from '#kit/refusal.ts'
import { type DatabaseFault, databaseFaultOf } from '#kit/server/database-fault.ts'

/** After how many seconds asking again makes sense. */
export const retrySeconds: Record<DatabaseFault, number> = { busy: 5, away: 10, readOnly: 30, full: 60 }

/** What a reply says of a fault beside the code `unavailable`. */
const reasons = {
  busy: 'database_busy',
  away: 'database_away',
  readOnly: 'database_read_only',
  full: 'database_full',
} as const satisfies Record<DatabaseFault, string>

/** The refusal by which a fault of the database is told; undefined for what is none. */
export function databaseRefusal(error: unknown): Refused | undefined {
  const fault = isRefused(error) ? undefined : databaseFaultOf(error)
  if (!fault) return undefined
  return new Refused('unavailable', 503, {
    retryAfterSeconds: retrySeconds[fault],
    extra: { reason: reasons[fault] },
  })
}

/** The fault that the `reason` of a reply names; undefined where it names none. */
export function faultOfReason(reason: unknown): DatabaseFault | undefined {
  return (Object.keys(reasons) as DatabaseFault[]).find((fault) => reasons[fault] === reason)
}
