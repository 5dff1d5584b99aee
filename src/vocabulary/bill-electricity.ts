import {
  amountLine,
  type Bill,
  type BillLine,
  billLine,
  type Discounts,
  dailyPrices,
  referenceTo,
  regulatedDailyLines,
  type StandingPrice,
  sumOfLines,
  withDiscount,
} from './bill.ts'
import { type BilledParty, closedBill, electricityIndirectTax, meterIndirectTax } from './bill-taxes.ts'
import { type DayRange, figureAt } from './dated-figures.ts'
import { dayCount, type MarketDay } from './day.ts'
import { type Decimal, fixedDecimal, multiplyDecimals, trimmedDecimal } from './decimal.ts'
import { kwhFromWh } from './energy.ts'
import { type Cents, decimalFromCents } from './money.ts'
import { kwFromWatts } from './power.ts'
import { type MeterRental, type RegulatedFigures, regulatedFigures } from './regulated-figures.ts'
import type { Period, TariffZone } from './tariff-periods.ts'

/** What a product charges and pays, access tolls and charges included. Lists have one price per period, P1 first. */
export type ElectricityPrices = {
  powerPerKw: readonly StandingPrice[]
  energyEurPerKwh: readonly Decimal[]
  /** Null where the product does not pay for surplus. */
  surplusEurPerKwh: Decimal | null
  discounts: Discounts<'power' | 'energy'>
}

/** Energy per period, P1 first, and the percentage that is taken off its price beyond what the product takes off. */
export type ChosenEnergy = { energyWh: readonly number[]; percent: Decimal }

/** First and last day are both billed. A market file excludes its first day (FechaDesde): here the day after it is the first. */
export type ElectricityBillInput = DayRange & {
  /** The day the bill falls due, whose tax rates it bears. */
  dueDay: MarketDay
  zone: TariffZone
  /** Contracted power per period, P1 first. */
  powerWatts: readonly number[]
  /** Energy taken from the grid per period, P1 first. */
  energyWh: readonly number[]
  /** Energy fed into the grid under simplified compensation. */
  surplusWh: number
  prices: ElectricityPrices
  /** Of the energy, what was taken in months, hours or days that the customer has chosen to be cheaper, and by how much. */
  chosen?: readonly ChosenEnergy[]
  /** Whether the product passes on what the retailer pays towards the social bonus. */
  chargesSocialBonusFunding: boolean
  meter: MeterRental | 'owned'
  /** What the customer's wallet (virtual battery) holds to pay with. */
  walletCents: Cents
  /** Whoever uses the energy unless it is billed to a retailer, as access by a distributor is. */
  billedTo?: BilledParty
  /** Whether it is a dwelling's; one with the two powers of the domestic tariff unless said otherwise. */
  isHome?: boolean
}

export type ElectricityBill = Bill & {
  electricityTaxBaseCents: Cents
  /** What the surplus was worth beyond the energy consumed: not paid by this bill, the product may put it in a wallet. */
  unpaidSurplusCents: Cents
}

/**
 * The bill of an electricity supply. Power, energy less surplus and social-bonus funding bear the electricity tax; with the
 * meter they all bear VAT or the tax in its place, each at its rate. Throws a RangeError where a price or a regulated figure is missing.
 */
export function electricityBill(
  input: ElectricityBillInput,
  figures: RegulatedFigures = regulatedFigures,
): ElectricityBill {
  const { dueDay, prices } = input
  const power = withDiscount(input, 'power', powerLines(input), prices.discounts)
  const energy = [...withDiscount(input, 'energy', energyLines(input), prices.discounts), ...chosenLines(input)]
  const surplus = surplusLines(input, sumOfLines(energy))
  const funding = input.chargesSocialBonusFunding
    ? regulatedDailyLines(input, 'social_bonus_funding', figures.socialBonusFunding)
    : []
  const electricityTaxed = [...power, ...energy, ...surplus.lines, ...funding]
  const electricityTaxBaseCents = sumOfLines(electricityTaxed)
  const electricityTax =
    input.billedTo === 'retailer' ? [] : [electricityTaxLine(input, electricityTaxBaseCents, figures)]
  const meter = input.meter === 'owned' ? [] : regulatedDailyLines(input, 'meter', figures.meterRental[input.meter])

  const lines = [...electricityTaxed, ...electricityTax, ...meter]
  const taxOf = ({ kind }: BillLine) =>
    kind === 'meter' ? meterIndirectTax(input, dueDay, figures) : electricityIndirectTax(input, dueDay, figures)
  return {
    ...closedBill(input, lines, taxOf, input.walletCents),
    electricityTaxBaseCents,
    unpaidSurplusCents: surplus.unpaidCents,
  }
}

function powerLines(input: ElectricityBillInput): BillLine[] {
  const { powerWatts, prices } = input
  return powerWatts.flatMap((watts, index) =>
    dailyPrices(priceOf('power', prices.powerPerKw, index), input).map(({ eurPerDay, ...part }) =>
      billLine(part, {
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

function energyLines(input: ElectricityBillInput): BillLine[] {
  const { energyWh, prices } = input
  return energyWh.map((wh, index) =>
    billLine(input, {
      kind: 'energy',
      period: periodAt(index),
      quantity: kwhFromWh(wh),
      unit: 'kWh',
      unitPrice: priceOf('energy', prices.energyEurPerKwh, index),
    }),
  )
}

/** What is taken off the energy of chosen times: a percentage of what it costs after the discount of the product. */
function chosenLines(input: ElectricityBillInput): BillLine[] {
  return (input.chosen ?? []).flatMap(({ energyWh, percent }) => {
    const full = energyLines({ ...input, energyWh })
    const costCents = sumOfLines(withDiscount(input, 'energy', full, input.prices.discounts))
    if (costCents === 0) return []
    const base = decimalFromCents(costCents)
    return billLine(input, {
      kind: 'energy_discount',
      quantity: base,
      unit: 'percent',
      unitPrice: multiplyDecimals(percent, '-1'),
    })
  })
}

/**
 * Surplus is paid up to what the energy of the same bill costs and never beyond (Real Decreto 244/2019, art. 14): the line for
 * all of it is followed by one that takes back the rest.
 */
function surplusLines(input: ElectricityBillInput, energyCents: Cents): { lines: BillLine[]; unpaidCents: Cents } {
  const { surplusWh, prices } = input
  if (surplusWh === 0 || prices.surplusEurPerKwh === null) return { lines: [], unpaidCents: 0 }

  const paid = billLine(input, {
    kind: 'surplus',
    quantity: kwhFromWh(surplusWh),
    unit: 'kWh',
    unitPrice: multiplyDecimals(prices.surplusEurPerKwh, '-1'),
  })
  const unpaidCents = Math.max(0, -paid.amountCents - energyCents)
  if (unpaidCents === 0) return { lines: [paid], unpaidCents }
  return { lines: [paid, amountLine(input, 'surplus_limit', unpaidCents)], unpaidCents }
}

/** The percentage of the base or, where that comes to more, the minimum for the energy taken from the grid. */
function electricityTaxLine(
  input: ElectricityBillInput,
  baseCents: Cents,
  { electricityTax, electricityTaxMinimum }: RegulatedFigures,
): BillLine {
  const { dueDay, energyWh } = input
  const rate = figureAt(electricityTax, dueDay)
  const byRate = billLine(input, {
    kind: 'electricity_tax',
    quantity: decimalFromCents(baseCents),
    unit: 'percent',
    unitPrice: rate.value,
    figure: referenceTo(electricityTax, rate),
  })
  const minimum = figureAt(electricityTaxMinimum, dueDay)
  const byEnergy = billLine(input, {
    kind: 'electricity_tax',
    quantity: mwhFromWh(energyWh.reduce((sum, wh) => sum + wh, 0)),
    unit: 'MWh',
    unitPrice: minimum.value,
    figure: referenceTo(electricityTaxMinimum, minimum),
  })
  return byEnergy.amountCents > byRate.amountCents ? byEnergy : byRate
}

function mwhFromWh(wh: number): Decimal {
  return trimmedDecimal(fixedDecimal(wh, 6))
}

function periodAt(index: number): Period {
  return (index + 1) as Period
}

function priceOf<Price>(term: 'power' | 'energy', prices: readonly Price[], index: number): Price {
  const price = prices[index]
  if (price === undefined) throw new RangeError(`The product has no price for ${term} in P${index + 1}`)
  return price
}
