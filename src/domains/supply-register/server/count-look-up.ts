import type { Database } from '#db/database.ts'
import { countVisit, isVisitCounted, type VisitLimit } from '#kit/server/visitor-throttle.ts'

const minutes = 60
/**
 * The maximum number of different supply points per network: a household has two, an office that helps its neighbours
 * has a few more.
 */
const maxSupplies = 30

/**
 * Counts the look-up of a supply point by a network, and returns the seconds until it is allowed; 0 is now. A supply
 * point looked up within the last hour is not counted again, so that a user who compares and contracts may repeat it as
 * often as the form does. Users who try to read the register through the portal, point by point, are stopped (Ley
 * 24/2013, art. 46: personal data of holders).
 */
export async function countLookUp(
  db: Database,
  { cups20, network, now }: { cups20: string; network: string; now: Date },
): Promise<number> {
  const byNetwork = { per: 'network', value: network, minutes } as const
  const known: VisitLimit = { ...byNetwork, what: `supply ${cups20}`, maxCount: 1 }
  if (await isVisitCounted(db, known, now)) return 0
  const waitSeconds = await countVisit(db, [{ ...byNetwork, what: 'supply look-up', maxCount: maxSupplies }], now)
  if (waitSeconds === 0) await countVisit(db, [known], now)
  return waitSeconds
}
