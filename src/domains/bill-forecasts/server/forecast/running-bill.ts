import { splitByTerms, type TermFacts } from '#domains/bill-checks/server/check/terms-on.ts'
import { chooseMeter } from '#domains/offers/offered-bill.ts'
import { pricesWithMarket } from '#domains/offers/server/market-cost.ts'
import type { BillLine, Discounts } from '#vocabulary/bill.ts'
import {
  type BilledDays,
  type BilledSupply,
  computeElectricityBillOfParts,
  type ElectricityBill,
  type ElectricityPrices,
} from '#vocabulary/bill-electricity.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { nullIfUnknown } from '#vocabulary/null-if-unknown.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { type EnergyTariff, energyPeriodCount, energyTariffs, type TariffZone } from '#vocabulary/tariff-periods.ts'

/** What is known of a supply when its next bill is computed. */
export type RunningSupply = TermFacts & {
  zone: TariffZone
  /** The lines of the last bill, which say whose the meter is; null before the first. */
  lastLines: readonly BillLine[] | null
  /** Whether the prices of energy are what is added to the market price of each hour. */
  followsMarket: boolean
}

/** Days with the same terms, as a bill charges them. */
export type RunningPart = DayRange & { tariff: EnergyTariff; powerWatts: readonly number[]; prices: ElectricityPrices }

/**
 * The energy of a part by tariff period, P1 first, what it costs at the market in euros, and what was fed into the grid. A
 * product with prices of its own has no cost at the market.
 */
export type PartEnergy = { energyWh: number[]; marketEur: number[]; surplusWh: number }

/** Splits the days of a bill where terms change. Null where powers, tariff or prices of a day are not known. */
export function splitIntoParts(supply: RunningSupply, range: DayRange): RunningPart[] | null {
  const parts: RunningPart[] = []
  for (const { firstDay, lastDay, tariff: name, powers, electricity, discounts } of splitByTerms(supply, range)) {
    const tariff = energyTariffs.find((known) => known === name)
    if (!tariff || !powers || !electricity) return null
    const part = { tariff, powerWatts: powers.value, prices: { ...electricity, discounts: discountsOf(discounts) } }
    const last = parts.at(-1)
    if (last && JSON.stringify(termsOf(last)) === JSON.stringify(part)) last.lastDay = lastDay
    else parts.push({ firstDay, lastDay, ...part })
  }
  return parts
}

function termsOf({ tariff, powerWatts, prices }: RunningPart) {
  return { tariff, powerWatts, prices }
}

function discountsOf({ power, energy }: Discounts<'power' | 'energy'>): ElectricityPrices['discounts'] {
  return { ...(power !== undefined && { power }), ...(energy !== undefined && { energy }) }
}

/** Returns no energy for a part, to be added to. */
export function emptyEnergy({ tariff }: Pick<RunningPart, 'tariff'>): PartEnergy {
  const zeros = () => new Array<number>(energyPeriodCount(tariff)).fill(0)
  return { energyWh: zeros(), marketEur: zeros(), surplusWh: 0 }
}

/**
 * Computes the bill of some days by their energy, before a wallet pays. With the meter and the funding of the social
 * bonus as the last bill had them. Null where a price or a regulated price is not known.
 */
export function computeRunningBill(
  { zone, lastLines, followsMarket }: RunningSupply,
  { parts, energy, dueDay }: { parts: readonly RunningPart[]; energy: readonly PartEnergy[]; dueDay: MarketDay },
  figures: RegulatedPrices,
): ElectricityBill | null {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const supply: BilledSupply = {
    ...{ firstDay: first.firstDay, lastDay: last.lastDay, dueDay, zone, walletCents: 0 },
    chargesSocialBonusFunding: lastLines?.some(({ kind }) => kind === 'social_bonus_funding') ?? true,
    meter: meterOf(lastLines, last.powerWatts),
  }
  const billed = parts.map((part, index): BilledDays => {
    const used = energy[index]!
    const { energyEurPerKwh: own } = part.prices
    const energyEurPerKwh = followsMarket ? pricesWithMarket(own, used) : own
    return { ...part, ...wholeWh(used), prices: { ...part.prices, energyEurPerKwh } }
  })
  return nullIfUnknown(() => computeElectricityBillOfParts(supply, billed, figures))
}

function meterOf(lines: readonly BillLine[] | null, powerWatts: readonly number[]): BilledSupply['meter'] {
  if (lines === null) return chooseMeter(powerWatts)
  const line = lines.find(({ kind }) => kind === 'meter')
  if (!line) return 'owned'
  if (line.figure) return line.figure.name.endsWith('three_phase') ? 'three_phase' : 'single_phase'
  return chooseMeter(powerWatts)
}

function wholeWh({ energyWh, surplusWh }: PartEnergy): Pick<PartEnergy, 'energyWh' | 'surplusWh'> {
  return { energyWh: energyWh.map(Math.round), surplusWh: Math.round(surplusWh) }
}
