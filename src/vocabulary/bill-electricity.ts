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

/**
 * First and last day are both billed. A market file excludes its first day (FechaDesde), so the day after it is the
 * first here.
 */
export type ElectricityBillInput = DayRange & {
  /** The day when the bill falls due, which decides its tax rates. */
  dueDay: MarketDay
  zone: TariffZone
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
  /** Whether the product passes on the retailer's contribution to the social bonus. */
  chargesSocialBonusFunding: boolean
  /** The power that a supply with a maximeter took; absent where a switch limits it to the contracted one. */
  demand?: { tariff: EnergyTariff; power: PowerDemand }
  /** Reactive energy per period, P1 first. */
  reactiveVarh?: readonly number[]
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
  const { dueDay, prices } = input
  const power = addDiscountLine(input, 'power', powerLines(input), prices.discounts)
  const energy = [
    ...addDiscountLine(input, 'energy', energyLines(input), prices.discounts),
    ...discountedEnergyLines(input),
  ]
  const surplus = surplusLines(input, sumLines(energy))
  const funding = input.chargesSocialBonusFunding
    ? createRegulatedDailyLines(input, 'social_bonus_funding', figures.socialBonusFunding)
    : []
  const { otherLines = [] } = input
  const ofElectricity = [
    ...[...power, ...excessLines(input, figures), ...energy, ...reactiveLines(input, figures), ...surplus.lines],
    ...[...funding, ...otherLines.filter(bearsElectricityTax)],
  ]
  const electricityTaxBaseCents = sumLines(ofElectricity)
  const electricityTax =
    input.billedTo === 'retailer' ? [] : [electricityTaxLine(input, electricityTaxBaseCents, figures)]
  const meter =
    input.meter === 'owned' ? [] : createRegulatedDailyLines(input, 'meter', figures.meterRental[input.meter])

  const lines = [
    ...[...ofElectricity, ...electricityTax, ...meter],
    ...otherLines.filter((line) => !bearsElectricityTax(line)),
  ]
  const taxOf = (line: BillLine) => indirectTaxOfLine(line, input, { dueDay, figures })
  return {
    ...closeBill(input, lines, taxOf, input.walletCents),
    electricityTaxBaseCents,
    unpaidSurplusCents: surplus.unpaidCents,
  }
}

function powerLines(input: ElectricityBillInput): BillLine[] {
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

function excessLines(input: ElectricityBillInput, figures: RegulatedPrices): BillLine[] {
  const { powerWatts, demand } = input
  if (!demand) return []
  return createExcessLines(input, { powerWatts, tariff: demand.tariff, demand: demand.power }, figures)
}

function reactiveLines(input: ElectricityBillInput, figures: RegulatedPrices): BillLine[] {
  const { energyWh, reactiveVarh } = input
  return reactiveVarh ? createReactiveLines(input, { energyWh, reactiveVarh }, figures) : []
}

function energyLines(input: ElectricityBillInput): BillLine[] {
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
function discountedEnergyLines(input: ElectricityBillInput): BillLine[] {
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
function surplusLines(input: ElectricityBillInput, energyCents: Cents): { lines: BillLine[]; unpaidCents: Cents } {
  const { surplusWh, prices } = input
  if (surplusWh === 0 || prices.surplusEurPerKwh === null) return { lines: [], unpaidCents: 0 }

  const paid = createBillLine(input, {
    kind: 'surplus',
    quantity: kwhFromWh(surplusWh),
    unit: 'kWh',
    unitPrice: multiplyDecimals(prices.surplusEurPerKwh, '-1'),
  })
  const unpaidCents = Math.max(0, -paid.amountCents - energyCents)
  if (unpaidCents === 0) return { lines: [paid], unpaidCents }
  return { lines: [paid, createAmountLine(input, 'surplus_limit', unpaidCents)], unpaidCents }
}

/**
 * Returns the electricity tax line: the percentage of the base or, where that is higher, the minimum for the energy
 * taken from the grid.
 */
function electricityTaxLine(
  input: ElectricityBillInput,
  baseCents: Cents,
  { electricityTax, electricityTaxMinimum }: RegulatedPrices,
): BillLine {
  const { dueDay, energyWh } = input
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
    quantity: mwhFromWh(energyWh.reduce((sum, wh) => sum + wh, 0)),
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
