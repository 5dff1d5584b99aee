import type { Database } from '#db/database.ts'
import { countVisit, hasVisited, type VisitLimit } from '#domains/session/server/visitor-throttle.ts'

const minutes = 60
/** So many different supplies: a household has two, an office that helps its neighbours some more. */
const mostSupplies = 30

/**
 * Counts a question about a supply by somebody's network, and answers after how many seconds it may be asked; 0 is now. A
 * supply that was asked about within the hour is not counted anew, so that whoever compares and contracts may ask as often
 * as their form does. Who reads the register through a portal, point by point, is stopped (Ley 24/2013, art. 46: personal
 * data of holders).
 */
export async function countLookUp(
  db: Database,
  { cups20, network, now }: { cups20: string; network: string; now: Date },
): Promise<number> {
  const byNetwork = { per: 'network', value: network, minutes } as const
  const known: VisitLimit = { ...byNetwork, what: `supply ${cups20}`, most: 1 }
  if (await hasVisited(db, known, now)) return 0
  const waitSeconds = await countVisit(db, [{ ...byNetwork, what: 'supply look-up', most: mostSupplies }], now)
  if (waitSeconds === 0) await countVisit(db, [known], now)
  return waitSeconds
}
