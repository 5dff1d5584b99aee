import type { Database } from '#db/database.ts'
import type { DoneBy } from '../done-by.ts'
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

/** What ended a duty before its event was recorded, and when. One that became needless is cancelled. */
export type DoneBefore = { at: Date; state: 'done' | 'cancelled'; by: DoneBy }

/**
 * Returns what ended a duty before its event was recorded; null if nothing has, or if other domains know of the kind. The
 * domain that ends duties of a kind knows.
 */
export type FindDoneBefore = (db: Database, duty: RecordedDutyKey) => Promise<DoneBefore | null>
