import type { Database } from '#db/database.ts'
import type { DutyKind } from '../kinds.ts'

/** A duty that follows from an event that is being recorded. */
export type RecordedDutyKey = {
  kind: DutyKind
  customerId: number
  /** Null for a customer without a contract. */
  contractId: number | null
  /** The event. */
  at: Date
}

/**
 * Returns what did a duty before its event was recorded, such as the number of a bill, and when; null if nothing has. The
 * domain that ends duties of the kind knows.
 */
export type FindDoneBefore = (db: Database, duty: RecordedDutyKey) => Promise<{ at: Date; by: string } | null>
