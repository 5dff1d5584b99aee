import { splitByTerms, type TermFacts } from '#domains/bill-checks/server/check/terms-on.ts'
import type { Bill, BillLine } from '#vocabulary/bill.ts'
import { computeGasBillOfParts, type GasPrices, type GasUse } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { nullIfUnknown } from '#vocabulary/null-if-unknown.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { RunningSupply } from '../forecast/running-bill.ts'

/** Days with the same prices, as a bill charges them. */
export type GasPart = DayRange & { prices: GasPrices }

/** Splits the days of a bill where prices or discounts change. Null where the prices of a day are not known. */
export function splitIntoGasParts(facts: TermFacts, range: DayRange): GasPart[] | null {
  const parts: GasPart[] = []
  for (const { firstDay, lastDay, gas, discounts } of splitByTerms(facts, range)) {
    if (!gas) return null
    const { gas_fixed, gas_variable } = discounts
    const prices = {
      ...gas,
      discounts: { ...(gas_fixed !== undefined && { gas_fixed }), ...(gas_variable !== undefined && { gas_variable }) },
    }
    const last = parts.at(-1)
    if (last && JSON.stringify(last.prices) === JSON.stringify(prices)) last.lastDay = lastDay
    else parts.push({ firstDay, lastDay, prices })
  }
  return parts
}

/**
 * Computes the bill of some days by the energy of each part. The gas is used for what the last bill taxed it for. Null
 * where a regulated price is not known.
 */
export function computeRunningGasBill(
  { zone, lastLines }: Pick<RunningSupply, 'zone' | 'lastLines'>,
  { parts, energyWh, dueDay }: { parts: readonly GasPart[]; energyWh: readonly number[]; dueDay: MarketDay },
  figures: RegulatedPrices,
): Bill | null {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const supply = { firstDay: first.firstDay, lastDay: last.lastDay, dueDay, zone, use: useOf(lastLines, figures) }
  const billed = parts.map((part, index) => ({ ...part, energyWh: energyWh[index]! }))
  return nullIfUnknown(() => computeGasBillOfParts(supply, billed, figures))
}

function useOf(lines: readonly BillLine[] | null, { hydrocarbonTaxProfessional }: RegulatedPrices): GasUse {
  if (lines === null) return 'general'
  const tax = lines.find(({ kind }) => kind === 'hydrocarbon_tax')
  if (!tax) return 'generation'
  return tax.figure?.name === hydrocarbonTaxProfessional.name ? 'professional' : 'general'
}
