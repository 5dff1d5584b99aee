import { createRandom } from '#db/demo/random.ts'
import { pricesWithMarket } from '#domains/offers/server/market-cost.ts'
import {
  type BillLine,
  createAmountLine,
  createBillLine,
  createRegulatedDailyLines,
  figureReferenceOf,
  sumLines,
} from '#vocabulary/bill.ts'
import { createExcessLines, createReactiveLines } from '#vocabulary/bill-demand.ts'
import { computeElectricityBill, type ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { computeGasBill, type GasPrices } from '#vocabulary/bill-gas.ts'
import { closeBill, indirectTaxOfLine } from '#vocabulary/bill-taxes.ts'
import { type DayRange, regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, addMonths, dayCount, daysFrom, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { countHoursOf, localHourOf } from '#vocabulary/market-time.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import {
  type EnergyTariff,
  energyPeriodAt,
  energyPeriodCount,
  powerPeriodCount,
  type TariffZone,
  timeZoneOfTariffZone,
} from '#vocabulary/tariff-periods.ts'
import type { BillFacts, ContractFacts, DatedPrices, MeteredSpan } from './bill-facts.ts'
import { energySpansOf } from './metered-energy.ts'

/** The kinds of bills that are generated. */
export const billKinds = [
  ...(['home', 'business', 'industry', 'gas', 'panels', 'wallet', 'canaries', 'promotion'] as const),
  ...([
    'price_change',
    'tax_change',
    'power_change',
    'tariff_change',
    'spring_hours',
    'autumn_hours',
    'outside',
  ] as const),
  ...(['conditional', 'registers', 'leap_year', 'excess', 'quarter_hours', 'services', 'market'] as const),
] as const
export type GeneratedKind = (typeof billKinds)[number]

/** Returns a right bill of a kind with what is known of it, different for each seed. */
export function generateBill(kind: GeneratedKind, seed: number): BillFacts {
  const random = createRandom(kind, seed).share
  return kind === 'gas' ? generateGasBill(random) : generateElectricityBill(kind, random)
}

type Random = () => number
/** Days of a bill with the same terms. */
type BillPart = DayRange & { tariff: EnergyTariff; powerWatts: number[]; prices: ElectricityPrices }

function generateElectricityBill(kind: GeneratedKind, random: Random): BillFacts {
  const range = daysOf(kind, random)
  const zone: TariffZone = kind === 'canaries' ? 'canarias' : random() < 0.1 ? 'baleares' : 'peninsula'
  const dueDay = dueDayOf(kind, range)
  const parts = partsOf(kind, range, random)
  const hours = generateHours(parts, { zone, random, hasPanels: kind === 'panels' || kind === 'wallet' })
  const promotion =
    kind === 'promotion'
      ? { endsOn: addDays(range.lastDay, Math.floor(random() * 60)), discounts: { energy: '15' } }
      : null
  const billed = kind === 'market' ? parts.map((part) => withMarketPrices(part, hours)) : parts
  const lines = productLines(billed, hours, promotion?.discounts)
  const meter = parts[0]!.powerWatts.length > 2 ? 'three_phase' : 'single_phase'
  const demand = demandOf(kind, parts[0]!, totalsOf(parts, hours), random)
  const all = [
    ...lines,
    ...demandLines(range, { ...parts[0]!, energyWh: totalsOf(parts, hours) }, demand),
    ...createRegulatedDailyLines(range, 'social_bonus_funding', regulatedPrices.socialBonusFunding),
  ]
  const taxed = kind === 'outside' ? lines : all
  const supply = {
    zone,
    powerWatts: parts[0]!.powerWatts.map((watts, index) =>
      Math.max(watts, ...parts.map((part) => part.powerWatts[index] ?? 0)),
    ),
  }
  const energyWh = totalsOf(parts, hours)
  const withTax = [
    ...all,
    electricityTax(range, { taxed, dueDay, energyWh, isLow: kind === 'conditional' && random() < 0.5 }),
  ]
  const isLow = withTax.at(-1)!.unitPrice === '0.5' && kind === 'conditional'
  const rented = [
    ...withTax,
    ...createRegulatedDailyLines(range, 'meter', regulatedPrices.meterRental[meter]),
    ...(kind === 'services' ? servicesOf(range, random) : []),
  ]
  const walletCents = kind === 'wallet' ? 100 + Math.floor(random() * 3_000) : 0
  const low = { kind: 'vat' as const, percent: '10', figure: { name: 'vat', validFrom: '2026-11-01' } }
  const isSmall = Math.max(...supply.powerWatts) <= 10_000
  const bill = closeBill(
    range,
    rented,
    (line) =>
      isLow && isSmall && zone !== 'canarias'
        ? low
        : indirectTaxOfLine(line, supply, { dueDay, figures: regulatedPrices }),
    walletCents,
  )
  const paid = bill.lines.find((line) => line.kind === 'wallet')
  const last = parts.at(-1)!
  const prices = parts.map(
    (part): DatedPrices => ({
      validFrom: part === parts[0] ? '2020-01-01' : part.firstDay,
      tariff: part.tariff,
      terms: part.prices,
    }),
  )
  const facts: BillFacts = {
    metered: [],
    bill: {
      ...{ ...range, energy: 'electricity', dueOn: dueDay, amountTotalCents: bill.totalCents, rectificativeType: 'N' },
      content: {
        ...{ lines: bill.lines, energyWhByPeriod: energyWh, surplusWh: 0 },
        ...{ powerWatts: supply.powerWatts, tariff: last.tariff, productName: 'Llum' },
        ...(demand?.highestWatts && { maximumPowerWatts: demand.highestWatts }),
        ...(demand?.reactiveVarh && { reactiveVarhByPeriod: demand.reactiveVarh }),
      },
    },
    corrected: null,
    before: random() < 0.9 ? { firstDay: addDays(range.firstDay, -30), lastDay: addDays(range.firstDay, -1) } : null,
    contract: { ...contractOf(parts, promotion), ...(kind === 'market' && { followsMarket: true }) },
    ...{ zone, prices },
    registers: kind === 'registers' ? { energyWh, isEstimated: false } : null,
    quarterHourExcessKw: demand?.excessKw ?? null,
    walletBookedCents: paid ? paid.amountCents : null,
  }
  const metered = kind === 'registers' ? [] : energySpansOf(facts).map((span) => meterSpan(span, hours, parts))
  const ofMarket = (span: MeteredSpan) => ({ ...span, marketEur: sumMarketOf(hours, span, parts[0]!.tariff) })
  return { ...facts, metered: kind === 'market' ? metered.map(ofMarket) : metered }
}

/** Returns days whose product adds its prices to those of the market. */
function withMarketPrices(part: BillPart, hours: readonly Hour[]): BillPart {
  const energyWh = sumHours(hours, part, part.tariff).importWh
  const marketEur = sumMarketOf(hours, part, part.tariff)
  const energyEurPerKwh = pricesWithMarket(part.prices.energyEurPerKwh, { energyWh, marketEur })
  return { ...part, prices: { ...part.prices, energyEurPerKwh } }
}

/** An hour costs up to 0.20 euros for each kWh at the market, by its place among all. */
function sumMarketOf(hours: readonly Hour[], { firstDay, lastDay }: DayRange, tariff: EnergyTariff): number[] {
  const sums = new Array<number>(energyPeriodCount(tariff)).fill(0)
  for (const [index, { day, period, importWh }] of hours.entries())
    if (firstDay <= day && day <= lastDay) sums[period - 1]! += (importWh / 1000) * ((index % 21) / 100)
  return sums
}

/** What the meter of a supply with a maximeter tells besides its energy. */
type GeneratedDemand = { highestWatts?: number[]; excessKw?: string[]; reactiveVarh?: number[] }

function demandOf(
  kind: GeneratedKind,
  { powerWatts }: BillPart,
  energyWh: readonly number[],
  random: Random,
): GeneratedDemand | null {
  if (kind !== 'excess' && kind !== 'quarter_hours') return null
  const reactiveVarh = energyWh.map((wh) => Math.floor(wh * (0.1 + random() * 0.8)))
  const highestWatts = powerWatts.map((watts) => Math.floor(watts * (0.7 + random() * 0.6)))
  const rootOf = (watts: number) => ((watts / 1000) * (1 + random() * 4)).toFixed(3)
  return kind === 'excess'
    ? { highestWatts, reactiveVarh }
    : { excessKw: powerWatts.map((watts) => (random() < 0.5 ? '0' : rootOf(watts / 20))), reactiveVarh }
}

function demandLines(
  range: DayRange,
  part: BillPart & { energyWh: readonly number[] },
  demand: GeneratedDemand | null,
): BillLine[] {
  if (!demand) return []
  const { tariff, powerWatts } = part
  const { highestWatts, excessKw, reactiveVarh } = demand
  const power = highestWatts
    ? ({ by: 'maximeter', highestWatts } as const)
    : ({ by: 'quarter_hours', excessKw: excessKw ?? [] } as const)
  return createExcessLines(range, { tariff, powerWatts, demand: power }, regulatedPrices).concat(
    reactiveVarh ? createReactiveLines(range, { energyWh: part.energyWh, reactiveVarh }, regulatedPrices) : [],
  )
}

/** A service with its own name, a discount on the whole, and a part of an older debt, which bears no tax. */
function servicesOf(range: DayRange, random: Random): BillLine[] {
  const cents = () => 100 + Math.floor(random() * 900)
  return [
    { ...createAmountLine(range, 'service', cents()), label: 'Manteniment' },
    { ...createAmountLine(range, 'discount', cents(), '-'), label: 'Amics', endsOn: addDays(range.lastDay, 30) },
    createAmountLine(range, 'instalment', cents()),
  ]
}

function contractOf(parts: readonly BillPart[], promotion: ContractFacts['promotion']): ContractFacts {
  const dated = <Value>(termOf: (part: BillPart) => Value) =>
    parts.map((part, index) => ({ fromDay: index === 0 ? '2020-01-01' : part.firstDay, value: termOf(part) }))
  return {
    ...{ startsOn: '2020-01-01', endsOn: null, productName: 'Llum', promotion, hasChosenHours: false },
    tariffs: dated(({ tariff }) => tariff).filter(({ value }, index, all) => value !== all[index - 1]?.value),
    powers: dated(({ powerWatts }) => powerWatts).map((each) => ({ ...each, isExact: true })),
  }
}

const clockDays = { spring_hours: ['2025-03-30', '2026-03-29'], autumn_hours: ['2025-10-26', '2026-10-25'] }

function daysOf(kind: GeneratedKind, random: Random): DayRange {
  if (kind === 'spring_hours' || kind === 'autumn_hours') {
    const day = clockDays[kind][random() < 0.5 ? 0 : 1]!
    const firstDay = addDays(day, -Math.floor(random() * 25))
    return { firstDay, lastDay: addDays(firstDay, 29) }
  }
  if (kind === 'tax_change')
    return { firstDay: addDays('2026-06-26', -1 - Math.floor(random() * 25)), lastDay: '2026-07-20' }
  if (kind === 'conditional') return { firstDay: '2026-10-01', lastDay: random() < 0.5 ? '2026-10-31' : '2026-10-29' }
  if (kind === 'leap_year') return { firstDay: '2024-02-01', lastDay: '2024-02-29' }
  // Days whose regulated prices are confirmed.
  const first = addMonths('2026-01-01', Math.floor(random() * 9))
  return { firstDay: first, lastDay: lastOfMonth(first) }
}

/** A bill falls due some days later; those of a month before taxes changed still carry the taxes of their due day. */
function dueDayOf(kind: GeneratedKind, { lastDay }: DayRange): MarketDay {
  return kind === 'conditional' ? '2026-11-20' : addDays(lastDay, 10)
}

function partsOf(kind: GeneratedKind, range: DayRange, random: Random): BillPart[] {
  const tariff: EnergyTariff =
    kind === 'business' || kind === 'excess' || (kind === 'registers' && random() < 0.5)
      ? '3.0TD'
      : kind === 'industry' || kind === 'quarter_hours'
        ? '6.1TD'
        : '2.0TD'
  const whole: BillPart = {
    ...range,
    tariff,
    powerWatts: powersOf(tariff, random),
    prices: pricesOf(tariff, kind, random),
  }
  const isCut = kind === 'price_change' || kind === 'power_change' || kind === 'tariff_change'
  if (!isCut) return [whole]
  const cut = addDays(range.firstDay, 3 + Math.floor(random() * (dayCount(range.firstDay, range.lastDay) - 6)))
  const changed = {
    price_change: () => ({ prices: pricesOf(tariff, kind, random) }),
    power_change: () => ({ powerWatts: powersOf(tariff, random) }),
    tariff_change: () => ({
      tariff: '3.0TD' as const,
      powerWatts: powersOf('3.0TD', random),
      prices: pricesOf('3.0TD', kind, random),
    }),
  }[kind]()
  return [
    { ...whole, lastDay: addDays(cut, -1) },
    { ...whole, ...changed, firstDay: cut },
  ]
}

function powersOf(tariff: EnergyTariff, random: Random): number[] {
  const base =
    tariff === '2.0TD'
      ? 2_300 + 100 * Math.floor(random() * 70)
      : tariff === '3.0TD'
        ? 16_000 + 100 * Math.floor(random() * 300)
        : 150_000 + 1_000 * Math.floor(random() * 300)
  return Array.from({ length: powerPeriodCount(tariff) }, (_, index) => base + index * (random() < 0.5 ? 0 : 100))
}

function pricesOf(tariff: EnergyTariff, kind: GeneratedKind, random: Random): ElectricityPrices {
  const price = (least: number, most: number) => (least + random() * (most - least)).toFixed(6)
  const isYearly = random() < 0.5
  return {
    powerPerKw: Array.from({ length: powerPeriodCount(tariff) }, () =>
      isYearly ? { per: 'year' as const, eur: price(10, 40) } : { per: 'day' as const, eur: price(0.02, 0.12) },
    ),
    energyEurPerKwh: Array.from({ length: energyPeriodCount(tariff) }, () => price(0.08, 0.25)),
    surplusEurPerKwh: kind === 'panels' || kind === 'wallet' ? price(0.03, 0.09) : null,
    discounts: kind === 'home' && random() < 0.4 ? { energy: '10', power: '5' } : {},
  }
}

/** The energy of each hour of the days of a bill, with its period. */
type Hour = { day: MarketDay; period: number; importWh: number; exportWh: number }

function generateHours(
  parts: readonly BillPart[],
  { zone, random, hasPanels }: { zone: TariffZone; random: Random; hasPanels: boolean },
): Hour[] {
  const timeZone = timeZoneOfTariffZone(zone)
  const exports = hasPanels ? 300 + Math.floor(random() * 3_000) : 0
  return parts.flatMap(({ firstDay, lastDay, tariff }) => {
    const scale = tariff === '2.0TD' ? 700 : tariff === '3.0TD' ? 9_000 : 90_000
    return daysFrom(firstDay, lastDay).flatMap((day) =>
      Array.from({ length: countHoursOf(day, timeZone) }, (_, index) => {
        const hour = localHourOf(day, index, 60, timeZone)
        const isSunny = hour >= 10 && hour < 17
        return {
          ...{ day, period: energyPeriodAt({ tariff, zone, day, hour }) },
          importWh: Math.floor(random() * scale),
          exportWh: isSunny ? Math.floor(random() * exports) : 0,
        }
      }),
    )
  })
}

function sumHours(hours: readonly Hour[], { firstDay, lastDay }: DayRange, tariff: EnergyTariff) {
  const importWh = new Array<number>(energyPeriodCount(tariff)).fill(0)
  let exportWh = 0
  for (const each of hours) {
    if (each.day < firstDay || each.day > lastDay) continue
    importWh[each.period - 1]! += each.importWh
    exportWh += each.exportWh
  }
  return { importWh, exportWh }
}

function meterSpan(span: DayRange, hours: readonly Hour[], parts: readonly BillPart[]): MeteredSpan {
  const { tariff } = parts.findLast(({ firstDay }) => firstDay <= span.firstDay)!
  const { importWh, exportWh } = sumHours(hours, span, tariff)
  const coveredHours = hours.filter(({ day }) => day >= span.firstDay && day <= span.lastDay).length
  return { ...span, importWh, exportWh, coveredHours, missingHours: 0, estimatedHours: 0, provisionalHours: 0 }
}

function totalsOf(parts: readonly BillPart[], hours: readonly Hour[]): number[] {
  const periods = Math.max(...parts.map(({ tariff }) => energyPeriodCount(tariff)))
  const totals = new Array<number>(periods).fill(0)
  for (const part of parts)
    for (const [index, wh] of sumHours(hours, part, part.tariff).importWh.entries()) totals[index]! += wh
  return totals
}

const productKinds = ['power', 'power_discount', 'energy', 'energy_discount', 'surplus', 'surplus_limit']

/** The lines of the product for each part, as the calculation of bills makes them. */
function productLines(
  parts: readonly BillPart[],
  hours: readonly Hour[],
  promoted: ElectricityPrices['discounts'] | undefined,
): BillLine[] {
  return parts.flatMap(({ tariff, powerWatts, prices, firstDay, lastDay }) => {
    const { importWh, exportWh } = sumHours(hours, { firstDay, lastDay }, tariff)
    const bill = computeElectricityBill({
      ...{
        firstDay,
        lastDay,
        dueDay: '2026-07-01',
        zone: 'peninsula',
        powerWatts,
        energyWh: importWh,
        surplusWh: exportWh,
      },
      prices: { ...prices, discounts: promoted ?? prices.discounts },
      ...{ chargesSocialBonusFunding: false, meter: 'owned', walletCents: 0 },
    })
    return bill.lines.filter(({ kind }) => productKinds.includes(kind))
  })
}

function electricityTax(
  range: DayRange,
  {
    taxed,
    dueDay,
    energyWh,
    isLow,
  }: { taxed: readonly BillLine[]; dueDay: MarketDay; energyWh: readonly number[]; isLow: boolean },
): BillLine {
  const row = regulatedPriceAt(regulatedPrices.electricityTax, dueDay)
  const byRate = createBillLine(range, {
    ...{ kind: 'electricity_tax', quantity: decimalFromCents(sumLines(taxed)), unit: 'percent' },
    ...{ unitPrice: isLow ? '0.5' : row.value, figure: figureReferenceOf(regulatedPrices.electricityTax, row) },
  })
  const mwh = energyWh.reduce((sum, wh) => sum + wh, 0) / 1_000_000
  const byEnergy = createBillLine(range, {
    kind: 'electricity_tax',
    quantity: mwh.toFixed(6),
    unit: 'MWh',
    unitPrice: '1',
  })
  return byEnergy.amountCents > byRate.amountCents ? byEnergy : byRate
}

function generateGasBill(random: Random): BillFacts {
  const first = addMonths('2025-01-01', Math.floor(random() * 20))
  const range = { firstDay: first, lastDay: lastOfMonth(addMonths(first, random() < 0.5 ? 0 : 1)) }
  const energyWh = Math.floor(random() * 900_000)
  const terms: GasPrices = {
    fixed:
      random() < 0.5
        ? { per: 'year', eur: (60 + random() * 60).toFixed(4) }
        : { per: 'day', eur: (0.15 + random() * 0.3).toFixed(6) },
    variableEurPerKwh: (0.04 + random() * 0.05).toFixed(6),
    discounts: random() < 0.3 ? { gas_variable: '5' } : {},
  }
  const dueDay = addDays(range.lastDay, 12)
  const bill = computeGasBill({
    ...range,
    dueDay,
    zone: 'peninsula',
    energyWh,
    prices: terms,
    use: random() < 0.2 ? 'professional' : 'general',
  })
  return {
    bill: {
      ...{ ...range, energy: 'gas', dueOn: dueDay, amountTotalCents: bill.totalCents, rectificativeType: 'N' },
      content: {
        lines: bill.lines,
        energyWhByPeriod: [energyWh],
        surplusWh: 0,
        powerWatts: [],
        tariff: 'RL2',
        productName: 'Llum',
      },
    },
    ...{ corrected: null, zone: 'peninsula', metered: [], walletBookedCents: null },
    before: { firstDay: addDays(first, -30), lastDay: addDays(first, -1) },
    contract: {
      ...{
        startsOn: '2020-01-01',
        endsOn: null,
        productName: 'Llum',
        promotion: null,
        hasChosenHours: false,
        powers: [],
      },
      tariffs: [{ fromDay: '1900-01-01', value: 'RL2' }],
    },
    prices: [{ validFrom: '2020-01-01', tariff: 'RL2', terms }],
    ...{ registers: { energyWh: [energyWh], isEstimated: false }, quarterHourExcessKw: null },
  }
}
