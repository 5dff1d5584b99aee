import type { Database } from '#db/database.ts'
import { countLookUp } from '#domains/supply-register/server/count-look-up.ts'
import { countVisit, type VisitLimit } from '#kit/server/visitor-throttle.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { ElectricityStep, GasStep } from '../step-fields.ts'

/** The hourly limits per network: contracts begun, and holders checked by each bureau. */
const maxPerHour = { beginnings: 60, solvency: 30, identity: 30 } as const

type Visit = { network: string; now: Date }

/**
 * Counts a step that reveals data of a supply or begins a contract, and returns in how many seconds it may be sent; 0
 * means now. The other steps reveal nothing that was not typed.
 */
export async function countStepVisit(db: Database, step: ElectricityStep | GasStep, visit: Visit): Promise<number> {
  const waitSeconds = step.lead_id === undefined ? await countHourly(db, 'beginnings', visit) : 0
  const cups = 'cups' in step ? parseCups(step.cups.name) : null
  if (waitSeconds > 0 || cups === null) return waitSeconds
  return countLookUp(db, { cups20: cups20(cups), ...visit })
}

/** Does the same for a check of a holder. */
export function countCheckVisit(db: Database, check: 'solvency' | 'identity', visit: Visit): Promise<number> {
  return countHourly(db, check, visit)
}

function countHourly(db: Database, what: keyof typeof maxPerHour, { network, now }: Visit): Promise<number> {
  const limit: VisitLimit = {
    what: `contracting ${what}`,
    per: 'network',
    value: network,
    maxCount: maxPerHour[what],
    minutes: 60,
  }
  return countVisit(db, [limit], now)
}
