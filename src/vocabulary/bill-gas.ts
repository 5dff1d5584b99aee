import {
  type Bill,
  type BillLine,
  billLine,
  type Discounts,
  dailyPrices,
  referenceTo,
  type StandingPrice,
  withDiscount,
} from './bill.ts'
import { closedBill, gasIndirectTax } from './bill-taxes.ts'
import { type DayRange, figureAt } from './dated-figures.ts'
import { dayCount, type MarketDay } from './day.ts'
import type { Decimal } from './decimal.ts'
import { kwhFromWh } from './energy.ts'
import { type RegulatedFigures, regulatedFigures } from './regulated-figures.ts'
import type { TariffZone } from './tariff-periods.ts'

/** What a gas product charges, tolls included. */
export type GasPrices = {
  fixed: StandingPrice
  variableEurPerKwh: Decimal
  discounts: Discounts<'gas_fixed' | 'gas_variable'>
}

/** Heat that is not for a trade, heat of a trade, or electricity, whose gas bears no tax of its own. */
export type GasUse = 'general' | 'professional' | 'generation'

/** First and last day are both billed. */
export type GasBillInput = DayRange & {
  /** The day the bill falls due, whose tax rates it bears. */
  dueDay: MarketDay
  zone: TariffZone
  energyWh: number
  prices: GasPrices
  /** What it is burnt for; heat at home unless said otherwise. */
  use?: GasUse
}

/**
 * The bill of a gas supply: fixed and variable term, hydrocarbon tax, and VAT or the tax in its place on all of it.
 * Throws a RangeError where a regulated figure is missing.
 */
export function gasBill(input: GasBillInput, figures: RegulatedFigures = regulatedFigures): Bill {
  const { zone, dueDay, prices } = input
  const fixed = withDiscount(input, 'gas_fixed', fixedLines(input), prices.discounts)
  const variable = withDiscount(input, 'gas_variable', [variableLine(input)], prices.discounts)
  const lines = [...fixed, ...variable, ...hydrocarbonTaxLines(input, figures)]
  const tax = gasIndirectTax(zone, dueDay, figures)
  return closedBill(input, lines, () => tax)
}

function fixedLines(input: GasBillInput): BillLine[] {
  return dailyPrices(input.prices.fixed, input).map(({ eurPerDay, ...part }) =>
    billLine(part, {
      kind: 'gas_fixed',
      quantity: String(dayCount(part.firstDay, part.lastDay)),
      unit: 'day',
      unitPrice: eurPerDay,
    }),
  )
}

function variableLine(input: GasBillInput): BillLine {
  return billLine(input, {
    kind: 'gas_variable',
    quantity: kwhFromWh(input.energyWh),
    unit: 'kWh',
    unitPrice: input.prices.variableEurPerKwh,
  })
}

/**
 * Gas for heat has 0.65 EUR/GJ, for the heat of a trade 0.15 (Ley 38/1992, art. 50), for making electricity or both at once none
 * (art. 51.2 c, since October 2018). A GJ is 277.78 kWh.
 */
function hydrocarbonTaxLines(input: GasBillInput, figures: RegulatedFigures): BillLine[] {
  const { use = 'general', energyWh, dueDay } = input
  if (use === 'generation') return []
  const series = use === 'professional' ? figures.hydrocarbonTaxProfessional : figures.hydrocarbonTax
  const rate = figureAt(series, dueDay)
  return [
    billLine(input, {
      kind: 'hydrocarbon_tax',
      quantity: kwhFromWh(energyWh),
      unit: 'kWh',
      unitPrice: rate.value,
      figure: referenceTo(series, rate),
    }),
  ]
}
