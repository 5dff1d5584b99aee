import {
  addDiscountLine,
  type Bill,
  type BillLine,
  createBillLine,
  type Discounts,
  figureReferenceOf,
  type StandingCharge,
  splitIntoDailyPrices,
} from './bill.ts'
import { closeBill, indirectTaxOfGasLine } from './bill-taxes.ts'
import { type DayRange, regulatedPriceAt } from './dated-regulated-prices.ts'
import { dayCount, type MarketDay } from './day.ts'
import type { Decimal } from './decimal.ts'
import { kwhFromWh } from './energy.ts'
import { type RegulatedPrices, regulatedPrices } from './regulated-prices.ts'
import type { TariffZone } from './tariff-periods.ts'

/** The prices of a gas product, tolls included. */
export type GasPrices = {
  fixed: StandingCharge
  variableEurPerKwh: Decimal
  discounts: Discounts<'gas_fixed' | 'gas_variable'>
}

/**
 * Heating that is not for a business, heating for a business, or power generation, whose gas is exempt from the
 * hydrocarbon tax.
 */
export type GasUse = 'general' | 'professional' | 'generation'

/** Days of a bill with the same prices, and the energy of these days. */
export type BilledGasDays = DayRange & { energyWh: number; prices: GasPrices }

/** What is the same on all days of a bill. */
export type BilledGasSupply = DayRange & {
  /** The day when the bill falls due, which decides its tax rates. */
  dueDay: MarketDay
  zone: TariffZone
  /** The use of the gas; heating at home by default. */
  use?: GasUse
  /** Lines that no meter tells, such as a service, with their amounts. */
  otherLines?: readonly BillLine[]
}

/** First and last day are both billed. */
export type GasBillInput = BilledGasSupply & BilledGasDays

/**
 * Computes the bill of a gas supply: fixed and variable term, hydrocarbon tax, and VAT or its equivalent on all of it.
 * Throws a RangeError where a regulated price is missing.
 */
export function computeGasBill(input: GasBillInput, figures: RegulatedPrices = regulatedPrices): Bill {
  return computeGasBillOfParts(input, [input], figures)
}

/** Computes a bill during whose days the prices changed: the days before and after are its parts. */
export function computeGasBillOfParts(
  supply: BilledGasSupply,
  parts: readonly BilledGasDays[],
  figures: RegulatedPrices = regulatedPrices,
): Bill {
  const { zone, dueDay, otherLines = [] } = supply
  const fixed = parts.flatMap((part) => addDiscountLine(part, 'gas_fixed', fixedLines(part), part.prices.discounts))
  const variable = parts.flatMap((part) =>
    addDiscountLine(part, 'gas_variable', [variableLine(part)], part.prices.discounts),
  )
  const energyWh = parts.reduce((sum, part) => sum + part.energyWh, 0)
  const lines = [...fixed, ...variable, ...hydrocarbonTaxLines({ ...supply, energyWh }, figures), ...otherLines]
  return closeBill(supply, lines, (line) => indirectTaxOfGasLine(line, zone, { dueDay, figures }))
}

function fixedLines(input: BilledGasDays): BillLine[] {
  return splitIntoDailyPrices(input.prices.fixed, input).map(({ eurPerDay, ...part }) =>
    createBillLine(part, {
      kind: 'gas_fixed',
      quantity: String(dayCount(part.firstDay, part.lastDay)),
      unit: 'day',
      unitPrice: eurPerDay,
    }),
  )
}

function variableLine(input: BilledGasDays): BillLine {
  return createBillLine(input, {
    kind: 'gas_variable',
    quantity: kwhFromWh(input.energyWh),
    unit: 'kWh',
    unitPrice: input.prices.variableEurPerKwh,
  })
}

/**
 * The hydrocarbon tax on gas: 0.65 EUR/GJ for heating, 0.15 for heating of a business (Ley 38/1992, art. 50), and none
 * for generation or cogeneration (art. 51.2 c, since October 2018). A GJ is 277.78 kWh.
 */
function hydrocarbonTaxLines(input: BilledGasSupply & { energyWh: number }, figures: RegulatedPrices): BillLine[] {
  const { use = 'general', energyWh, dueDay } = input
  if (use === 'generation') return []
  const series = use === 'professional' ? figures.hydrocarbonTaxProfessional : figures.hydrocarbonTax
  const rate = regulatedPriceAt(series, dueDay)
  return [
    createBillLine(input, {
      kind: 'hydrocarbon_tax',
      quantity: kwhFromWh(energyWh),
      unit: 'kWh',
      unitPrice: rate.value,
      figure: figureReferenceOf(series, rate),
    }),
  ]
}
