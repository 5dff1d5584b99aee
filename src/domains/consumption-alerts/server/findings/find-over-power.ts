import { splitByTerms } from '#domains/bill-checks/server/check/terms-on.ts'
import type { OpenContract } from '#domains/bill-forecasts/server/find-open-contract.ts'
import { energyTariffOf } from '#domains/consumption/supply-terms.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { MeasuredDay } from '../rules/measured-day.ts'
import { findExcess, type PowersOfDay } from '../rules/over-power.ts'
import type { Finding } from './finding.ts'

/** Returns that a home used more power than it has contracted, in the latest month; null otherwise. */
export function findOverPower(
  days: readonly MeasuredDay[],
  contract: OpenContract,
  { fromDay, zone }: { fromDay: MarketDay; zone: MarketTimeZone },
): Finding | null {
  const excess = findExcess(days, { fromDay, zone, powersOn: (day) => powersOn(contract, day) })
  if (!excess) return null
  const { day, hourIndex, watts, contractedWatts, period } = excess.worst
  const { hoursWh, limitsWatts } = excess
  return {
    period: excess.month,
    values: {
      ...{ month: excess.month, hours: excess.hours, day, hour: `${localHourOf(day, hourIndex, 60, zone)}:00` },
      ...{ powerWatts: watts, contractedWatts, period: `P${period}` },
    },
    chart: {
      bars: hoursWh,
      marked: hoursWh.flatMap((wh, index) => (wh !== null && wh > limitsWatts[index]! ? [index] : [])),
      limits: limitsWatts,
    },
  }
}

/** Returns the powers on a day; null where they are not known, or changed on a day nearby that is not known for sure. */
function powersOn(contract: OpenContract, day: MarketDay): PowersOfDay | null {
  const supply = contract.supplyOn(day)
  const [terms] = splitByTerms(supply, { firstDay: day, lastDay: day })
  const tariff = energyTariffOf(terms?.tariff ?? undefined)
  if (!terms?.powers || !tariff || terms.otherPowers.length > 0) return null
  return { tariff, zone: supply.zone, powerWatts: terms.powers.value }
}
