import type { DutyNorm } from '#domains/duties/norm.ts'
import { type DutyFacts, termOf } from '#domains/duties/rules.ts'
import { deadlineBefore, unknownPlace } from '#domains/duties/terms.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'

/** The types of invoices that charge what earlier ones lacked: rectifying, complementary and regularising. */
export const chargingTypes: readonly string[] = ['R', 'C', 'G']

/** The kind of duty whose norms say how old consumption may be when it is billed. */
export const reachKind = 'underbilling_correction'

type ChargedInvoice = {
  issuedOn: MarketDay
  startsOn: MarketDay
  lines: readonly { firstDay: MarketDay }[]
  energy: string
  /** The day on which the distributor corrected it; null where the error was the retailer's own. */
  distributorOn: MarketDay | null
}

/** The first day of consumption that is too old, the first that could be billed, and who may not go further back. */
export type TooOldDay = { day: MarketDay; oldest: MarketDay; by: 'retailer' | 'distributor' }

/**
 * Returns the day of a correction that is older than the law lets a retailer bill (RD 88/2026, article 45.2) or a
 * distributor correct to a retailer (article 44.4.a), or null.
 */
export function findTooOldDay(invoice: ChargedInvoice, norms: readonly DutyNorm[]): TooOldDay | null {
  const { issuedOn, startsOn, lines, energy, distributorOn } = invoice
  const day = lines.reduce((first, { firstDay }) => (firstDay < first ? firstDay : first), startsOn)
  const ofRetailer = oldestDay(norms, { correctedOn: issuedOn, energy, topics: [] })
  if (ofRetailer !== null && day < ofRetailer) return { day, oldest: ofRetailer, by: 'retailer' }
  if (distributorOn === null) return null
  const ofDistributor = oldestDay(norms, { correctedOn: distributorOn, energy, topics: ['distributor'] })
  return ofDistributor !== null && day < ofDistributor ? { day, oldest: ofDistributor, by: 'distributor' } : null
}

type Reach = { correctedOn: MarketDay; energy: string; topics: readonly string[] }

/** Returns the first day whose consumption a correction may still charge, or null if no norm limits it. */
function oldestDay(norms: readonly DutyNorm[], { correctedOn, energy, topics }: Reach): MarketDay | null {
  const at = startOf(correctedOn, 'Europe/Madrid')
  const facts: DutyFacts = { topics, energy: energy === 'gas' ? 'gas' : 'electricity', powerWatts: null }
  const term = termOf(norms, { kind: reachKind, facts, at, place: unknownPlace })
  return term && deadlineBefore(at, term.norm.term, unknownPlace).on
}
