import type { Database } from '#db/database.ts'
import { countVisit, type VisitLimit } from '#domains/session/server/visitor-throttle.ts'

const minutes = 60
const mostPerNetwork = 30

/**
 * Counts a question about a supply by somebody's network, and answers after how many seconds it may be asked; 0 is now.
 * Whoever reads the register through a portal, point by point, is stopped (Ley 24/2013, art. 46: personal data of holders).
 */
export function countLookUp(db: Database, network: string, now: Date): Promise<number> {
  const limit: VisitLimit = { what: 'supply look-up', per: 'network', value: network, most: mostPerNetwork, minutes }
  return countVisit(db, [limit], now)
}
