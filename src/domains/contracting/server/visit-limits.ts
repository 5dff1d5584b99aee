import type { Database } from '#db/database.ts'
import { countVisit, type VisitLimit } from '#domains/session/server/visitor-throttle.ts'
import { countLookUp } from '#domains/supply-register/server/look-up.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { ElectricityStep, GasStep } from '../api.ts'

/** How many contracts a network may begin in an hour, and how many holders it may have looked at by each bureau. */
const mostAnHour = { beginnings: 60, solvency: 30, identity: 30 } as const

type Visit = { network: string; now: Date }

/**
 * Counts a step that tells of a supply, or begins a contract, and answers after how many seconds it may be sent; 0 is now.
 * The other steps tell nothing that was not typed.
 */
export async function countStep(db: Database, step: ElectricityStep | GasStep, visit: Visit): Promise<number> {
  const waitSeconds = step.lead_id === undefined ? await countHourly(db, 'beginnings', visit) : 0
  const cups = 'cups' in step ? parseCups(step.cups.name) : null
  if (waitSeconds > 0 || cups === null) return waitSeconds
  return countLookUp(db, { cups20: cups20(cups), ...visit })
}

/** The same for a question about a holder. */
export function countCheck(db: Database, check: 'solvency' | 'identity', visit: Visit): Promise<number> {
  return countHourly(db, check, visit)
}

function countHourly(db: Database, what: keyof typeof mostAnHour, { network, now }: Visit): Promise<number> {
  const limit: VisitLimit = {
    what: `contracting ${what}`,
    per: 'network',
    value: network,
    most: mostAnHour[what],
    minutes: 60,
  }
  return countVisit(db, [limit], now)
}
