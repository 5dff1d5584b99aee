import {
  addDiscountLine,
  type Bill,
  type BillLine,
  createAmountLine,
  createBillLine,
  createRegulatedDailyLines,
  type Discounts,
  figureReferenceOf,
  type StandingCharge,
  splitIntoDailyPrices,
  sumLines,
} from './bill.ts'
import { createExcessLines, createReactiveLines, type PowerDemand } from './bill-demand.ts'
import { type BilledParty, closeBill, indirectTaxOfLine } from './bill-taxes.ts'
import { type DayRange, regulatedPriceAt } from './dated-regulated-prices.ts'
import { dayCount, type MarketDay } from './day.ts'
import { type Decimal, formatFixedDecimal, multiplyDecimals, trimDecimal } from './decimal.ts'
import { kwhFromWh } from './energy.ts'
import { bearsElectricityTax } from './line-taxation.ts'
import { type Cents, decimalFromCents } from './money.ts'
import { kwFromWatts } from './power.ts'
import { type MeterRental, type RegulatedPrices, regulatedPrices } from './regulated-prices.ts'
import type { EnergyTariff, Period, TariffZone } from './tariff-periods.ts'

/** The prices of a product, including access tolls and charges. Lists have one price per period, P1 first. */
export type ElectricityPrices = {
  powerPerKw: readonly StandingCharge[]
  energyEurPerKwh: readonly Decimal[]
  /** Null where the product does not pay for surplus. */
  surplusEurPerKwh: Decimal | null
  discounts: Discounts<'power' | 'energy'>
}

/** Energy per period, P1 first, and the percentage deducted from its price in addition to the product's discount. */
export type DiscountedEnergy = { energyWh: readonly number[]; percent: Decimal }

/** Days of a bill with the same powers and prices, and the energy of these days. */
export type BilledDays = DayRange & {
  /** Contracted power per period, P1 first. */
  powerWatts: readonly number[]
  /** Energy taken from the grid per period, P1 first. */
  energyWh: readonly number[]
  /** Energy fed into the grid under simplified compensation. */
  surplusWh: number
  prices: ElectricityPrices
  /**
   * The part of the energy used in the months, hours or days that the customer chose to be cheaper, with its discount.
   */
  discountedEnergy?: readonly DiscountedEnergy[]
  /** The power that a supply with a maximeter took; absent where a switch limits it to the contracted one. */
  demand?: { tariff: EnergyTariff; power: PowerDemand }
  /** Reactive energy per period, P1 first. */
  reactiveVarh?: readonly number[]
}

/** What is the same on all days of a bill. */
export type BilledSupply = DayRange & {
  /** The day when the bill falls due, which decides its tax rates. */
  dueDay: MarketDay
  zone: TariffZone
  /** Whether the product passes on the retailer's contribution to the social bonus. */
  chargesSocialBonusFunding: boolean
  /** Lines that no meter tells, such as a service, with their amounts. */
  otherLines?: readonly BillLine[]
  meter: MeterRental | 'owned'
  /** The balance of the customer's wallet (virtual battery) available for payment. */
  walletCents: Cents
  /** The consumer of the energy, unless the bill is to a retailer, as an access invoice of a distributor is. */
  billedTo?: BilledParty
  /** Whether the supply is a dwelling's; by default when it has the two powers of the domestic tariff. */
  isHome?: boolean
}

/**
 * First and last day are both billed. A market file excludes its first day (FechaDesde), so the day after it is the
 * first here.
 */
export type ElectricityBillInput = BilledSupply & BilledDays

export type ElectricityBill = Bill & {
  electricityTaxBaseCents: Cents
  /**
   * The value of the surplus beyond the energy consumed. This bill does not pay it; the product may credit it to a
   * wallet.
   */
  unpaidSurplusCents: Cents
}

/**
 * Computes the bill of an electricity supply. Power with its excess, energy less surplus, reactive energy and social
 * bonus funding are subject to the electricity tax; together with meter and services they are subject to VAT or its
 * equivalent, each at its rate. Throws a
 * RangeError where a price or a regulated price is missing.
 */
export function computeElectricityBill(
  input: ElectricityBillInput,
  figures: RegulatedPrices = regulatedPrices,
): ElectricityBill {
  return computeElectricityBillOfParts(input, [input], figures)
}

/** Computes a bill during whose days the powers or the prices changed: the days before and after are its parts. */
export function computeElectricityBillOfParts(
  supply: BilledSupply,
  parts: readonly BilledDays[],
  figures: RegulatedPrices = regulatedPrices,
): ElectricityBill {
  const { dueDay } = supply
  const power = parts.flatMap((part) => addDiscountLine(part, 'power', powerLines(part), part.prices.discounts))
  const energy = parts.flatMap((part) => [
    ...addDiscountLine(part, 'energy', energyLines(part), part.prices.discounts),
    ...discountedEnergyLines(part),
  ])
  const surplus = surplusLines(supply, parts, sumLines(energy))
  const funding = supply.chargesSocialBonusFunding
    ? createRegulatedDailyLines(supply, 'social_bonus_funding', figures.socialBonusFunding)
    : []
  const { otherLines = [] } = supply
  const ofElectricity = [
    ...[...power, ...parts.flatMap((part) => excessLines(part, figures))],
    ...[...energy, ...parts.flatMap((part) => reactiveLines(part, figures)), ...surplus.lines],
    ...[...funding, ...otherLines.filter(bearsElectricityTax)],
  ]
  const electricityTaxBaseCents = sumLines(ofElectricity)
  const usedWh = parts.flatMap(({ energyWh }) => energyWh).reduce((sum, wh) => sum + wh, 0)
  const electricityTax =
    supply.billedTo === 'retailer' ? [] : [electricityTaxLine(supply, electricityTaxBaseCents, { usedWh, figures })]
  const meter =
    supply.meter === 'owned' ? [] : createRegulatedDailyLines(supply, 'meter', figures.meterRental[supply.meter])

  const lines = [
    ...[...ofElectricity, ...electricityTax, ...meter],
    ...otherLines.filter((line) => !bearsElectricityTax(line)),
  ]
  const taxed = { ...supply, powerWatts: highestPowers(parts) }
  const taxOf = (line: BillLine) => indirectTaxOfLine(line, taxed, { dueDay, figures })
  return {
    ...closeBill(supply, lines, taxOf, supply.walletCents),
    electricityTaxBaseCents,
    unpaidSurplusCents: surplus.unpaidCents,
  }
}

/** Reduced taxes are for supplies that had little power on all days. */
function highestPowers(parts: readonly BilledDays[]): number[] {
  const count = Math.max(...parts.map(({ powerWatts }) => powerWatts.length))
  return Array.from({ length: count }, (_, index) => Math.max(...parts.map(({ powerWatts }) => powerWatts[index] ?? 0)))
}

function powerLines(input: BilledDays): BillLine[] {
  const { powerWatts, prices } = input
  return powerWatts.flatMap((watts, index) =>
    splitIntoDailyPrices(priceOf('power', prices.powerPerKw, index), input).map(({ eurPerDay, ...part }) =>
      createBillLine(part, {
        kind: 'power',
        period: periodAt(index),
        quantity: kwFromWatts(watts),
        unit: 'kW',
        days: dayCount(part.firstDay, part.lastDay),
        unitPrice: eurPerDay,
      }),
    ),
  )
}

function excessLines(part: BilledDays, figures: RegulatedPrices): BillLine[] {
  const { powerWatts, demand } = part
  if (!demand) return []
  return createExcessLines(part, { powerWatts, tariff: demand.tariff, demand: demand.power }, figures)
}

function reactiveLines(part: BilledDays, figures: RegulatedPrices): BillLine[] {
  const { energyWh, reactiveVarh } = part
  return reactiveVarh ? createReactiveLines(part, { energyWh, reactiveVarh }, figures) : []
}

function energyLines(input: BilledDays): BillLine[] {
  const { energyWh, prices } = input
  return energyWh.map((wh, index) =>
    createBillLine(input, {
      kind: 'energy',
      period: periodAt(index),
      quantity: kwhFromWh(wh),
      unit: 'kWh',
      unitPrice: priceOf('energy', prices.energyEurPerKwh, index),
    }),
  )
}

/**
 * Returns the discount lines for energy at chosen times: a percentage of its cost after the discount of the product.
 */
function discountedEnergyLines(input: BilledDays): BillLine[] {
  return (input.discountedEnergy ?? []).flatMap(({ energyWh, percent }) => {
    const full = energyLines({ ...input, energyWh })
    const costCents = sumLines(addDiscountLine(input, 'energy', full, input.prices.discounts))
    if (costCents === 0) return []
    const base = decimalFromCents(costCents)
    return createBillLine(input, {
      kind: 'energy_discount',
      quantity: base,
      unit: 'percent',
      unitPrice: multiplyDecimals(percent, '-1'),
    })
  })
}

/**
 * Surplus is paid up to the energy cost of the same bill and never beyond (Real Decreto 244/2019, art. 14): the line
 * for all of it is followed by one that deducts the excess.
 */
function surplusLines(
  supply: BilledSupply,
  parts: readonly BilledDays[],
  energyCents: Cents,
): { lines: BillLine[]; unpaidCents: Cents } {
  const paid = parts.flatMap((part) => {
    const { surplusWh, prices } = part
    if (surplusWh === 0 || prices.surplusEurPerKwh === null) return []
    return createBillLine(part, {
      kind: 'surplus',
      quantity: kwhFromWh(surplusWh),
      unit: 'kWh',
      unitPrice: multiplyDecimals(prices.surplusEurPerKwh, '-1'),
    })
  })
  const unpaidCents = paid.length === 0 ? 0 : Math.max(0, -sumLines(paid) - energyCents)
  if (unpaidCents === 0) return { lines: paid, unpaidCents }
  return { lines: [...paid, createAmountLine(supply, 'surplus_limit', unpaidCents)], unpaidCents }
}

/**
 * Returns the electricity tax line: the percentage of the base or, where that is higher, the minimum for the energy
 * taken from the grid.
 */
function electricityTaxLine(
  input: BilledSupply,
  baseCents: Cents,
  { usedWh, figures: { electricityTax, electricityTaxMinimum } }: { usedWh: number; figures: RegulatedPrices },
): BillLine {
  const { dueDay } = input
  const rate = regulatedPriceAt(electricityTax, dueDay)
  const byRate = createBillLine(input, {
    kind: 'electricity_tax',
    quantity: decimalFromCents(baseCents),
    unit: 'percent',
    unitPrice: rate.value,
    figure: figureReferenceOf(electricityTax, rate),
  })
  const minimum = regulatedPriceAt(electricityTaxMinimum, dueDay)
  const byEnergy = createBillLine(input, {
    kind: 'electricity_tax',
    quantity: mwhFromWh(usedWh),
    unit: 'MWh',
    unitPrice: minimum.value,
    figure: figureReferenceOf(electricityTaxMinimum, minimum),
  })
  return byEnergy.amountCents > byRate.amountCents ? byEnergy : byRate
}

function mwhFromWh(wh: number): Decimal {
  return trimDecimal(formatFixedDecimal(wh, 6))
}

function periodAt(index: number): Period {
  return (index + 1) as Period
}

function priceOf<Price>(term: 'power' | 'energy', prices: readonly Price[], index: number): Price {
  const price = prices[index]
  if (price === undefined) throw new RangeError(`The product has no price for ${term} in P${index + 1}`)
  return price
}
