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
import { closedBill, generalIndirectTax } from './bill-taxes.ts'
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

/** First and last day are both billed. */
export type GasBillInput = DayRange & {
  /** The day the bill falls due, whose tax rates it bears. */
  dueDay: MarketDay
  zone: TariffZone
  energyWh: number
  prices: GasPrices
}

/**
 * The bill of a gas supply: fixed and variable term, hydrocarbon tax, and VAT or the tax in its place on all of it.
 * Throws a RangeError where a regulated figure is missing; the hydrocarbon tax is until the operator has entered it.
 */
export function gasBill(input: GasBillInput, figures: RegulatedFigures = regulatedFigures): Bill {
  const { zone, dueDay, prices } = input
  const fixed = withDiscount(input, 'gas_fixed', fixedLines(input), prices.discounts)
  const variable = withDiscount(input, 'gas_variable', [variableLine(input)], prices.discounts)
  const lines = [...fixed, ...variable, hydrocarbonTaxLine(input, figures)]
  return closedBill(input, lines, generalIndirectTax(zone, dueDay, figures))
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

function hydrocarbonTaxLine(input: GasBillInput, { hydrocarbonTax }: RegulatedFigures): BillLine {
  const rate = figureAt(hydrocarbonTax, input.dueDay)
  return billLine(input, {
    kind: 'hydrocarbon_tax',
    quantity: kwhFromWh(input.energyWh),
    unit: 'kWh',
    unitPrice: rate.value,
    figure: referenceTo(hydrocarbonTax, rate),
  })
}
