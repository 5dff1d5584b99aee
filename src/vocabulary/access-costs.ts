import type { BillLine } from './bill.ts'
import { findRegulatedPriceAt, type RegulatedPriceSeries } from './dated-regulated-prices.ts'
import { dayCount, type MarketDay } from './day.ts'
import type { Cents } from './money.ts'
import type { RegulatedPrices } from './regulated-prices.ts'
import { type EnergyTariff, energyTariffs } from './tariff-periods.ts'

/** What a bill pays for the grid within its prices; the charges of the system are null where they are not known apart. */
export type AccessCosts = { totalCents: Cents; chargesCents: Cents | null }

/**
 * Returns the access tolls and charges within the power and energy of a bill, by the prices of each line's days: null for a
 * tariff or days whose prices are not known or not confirmed, and for a bill without power and energy, such as one of
 * adjustments alone.
 */
export function accessCostsOf(
  lines: readonly BillLine[],
  tariff: string,
  { accessPrices }: RegulatedPrices,
): AccessCosts | null {
  const name = energyTariffs.find((each) => each === tariff)
  if (!name || !lines.some(isOfGrid)) return null
  const { power, energy } = accessPrices[name]
  const total = costOf(lines, { power, energy })
  const charges = chargePrices[name]
  const chargesCents = charges ? costOf(lines, charges) : null
  if (total === null) return null
  return { totalCents: Math.round(total), chargesCents: chargesCents === null ? null : Math.round(chargesCents) }
}

type PeriodSeries = RegulatedPriceSeries<readonly string[]>
type PricesOfTerms = { power: PeriodSeries; energy: PeriodSeries }

// Orden TED/1524/2025 (BOE-A-2025-26705), annex I, segment 1; those of the other segments are not known apart.
const validity = { validFrom: '2026-01-01', validTo: '2027-01-01', source: 'Orden TED/1524/2025' } as const
const chargePrices: Partial<Record<EnergyTariff, PricesOfTerms>> = {
  '2.0TD': {
    power: {
      name: 'charges_power 2.0TD',
      unit: 'EUR/kW·year',
      rows: [{ ...validity, value: ['4.379461', '0.281653'] }],
    },
    energy: {
      name: 'charges_energy 2.0TD',
      unit: 'EUR/MWh',
      rows: [{ ...validity, value: ['64.292', '12.858', '3.215'] }],
    },
  },
}

function costOf(lines: readonly BillLine[], prices: PricesOfTerms): number | null {
  let cents = 0
  for (const { kind, period, quantity, days, lastDay } of lines.filter(isOfGrid)) {
    const row = findRegulatedPriceAt(prices[kind], lastDay)
    const price = row?.provisional ? undefined : row?.value[(period ?? 1) - 1]
    if (price === undefined) return null
    const unitCents = kind === 'power' ? (Number(price) * 100) / daysOfYear(lastDay) : Number(price) / 10
    cents += Number(quantity) * (days ?? 1) * unitCents
  }
  return cents
}

type GridLine = BillLine & { kind: 'power' | 'energy' }

function isOfGrid(line: BillLine): line is GridLine {
  return line.kind === 'power' || line.kind === 'energy'
}

function daysOfYear(day: MarketDay): number {
  const year = day.slice(0, 4)
  return dayCount(`${year}-01-01`, `${year}-12-31`)
}
