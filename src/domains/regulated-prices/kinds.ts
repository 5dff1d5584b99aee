import type { DatedRegulatedPrice, RegulatedPriceSeries } from '#vocabulary/dated-regulated-prices.ts'
import { overlayRows } from '#vocabulary/dated-rows.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { roundToUnits } from '#vocabulary/decimal.ts'
import { kwFromWatts, wattsFromKw } from '#vocabulary/power.ts'
import { type RegulatedPrices, regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { type EnergyTariff, energyPeriodCount, energyTariffs, powerPeriodCount } from '#vocabulary/tariff-periods.ts'
import type { RegulatedPriceGroup } from './groups.ts'

/** The shape of a value: one number, one for each period of a tariff, or a percentage up to a power in kW. */
type Shape = 'single' | 'periods' | 'reduced_rate'

/** A regulated price that operators can enter values of. */
export type RegulatedPriceKind = {
  /** The name in the database table. */
  name: string
  group: RegulatedPriceGroup
  unit: string
  shape: Shape
  /** The tariff whose periods it has. */
  tariff: EnergyTariff | null
  /** How many numbers a value consists of. */
  count: number
  /** The path of the series among the regulated prices. */
  path: readonly string[]
}

/** Every regulated price, in the order in which they are listed. */
export const regulatedPriceKinds: readonly RegulatedPriceKind[] = [
  ...kindsAt('taxes', [
    ...[['electricityTax'], ['electricityTaxMinimum'], ['vat'], ['reducedElectricityVat'], ['reducedGasVat']],
    ...[['igic'], ['igicElectricityHome'], ['igicElectricityBusiness'], ['ipsi'], ['ipsiElectricity']],
    ...[['hydrocarbonTax'], ['hydrocarbonTaxProfessional']],
  ]),
  ...kindsAt('charges', [
    ['socialBonusFunding'],
    ['socialBonusDiscount', 'vulnerable'],
    ['socialBonusDiscount', 'severe'],
    ['meterRental', 'single_phase'],
    ['meterRental', 'three_phase'],
  ]),
  ...energyTariffs.flatMap((tariff) => [
    { ...kindAt('access', ['accessPrices', tariff, 'power']), ...periods(tariff, powerPeriodCount(tariff)) },
    { ...kindAt('access', ['accessPrices', tariff, 'energy']), ...periods(tariff, energyPeriodCount(tariff)) },
    { ...kindAt('access', ['excessPrices', tariff, 'maximeter']), ...periods(tariff, powerPeriodCount(tariff)) },
    { ...kindAt('access', ['excessPrices', tariff, 'quarterHours']), ...periods(tariff, powerPeriodCount(tariff)) },
  ]),
  ...kindsAt('access', [
    ['reactivePrices', 'from80'],
    ['reactivePrices', 'below80'],
  ]),
  ...kindsAt('rights', [
    ['connectionRights', 'hookUp'],
    ['connectionRights', 'access'],
    ['connectionRights', 'extension'],
    ['connectionRights', 'verification'],
    ['missedQualityTerm', 'minimum'],
    ['missedQualityTerm', 'percentOfFirstBill'],
    ['legalInterest'],
    ['overbillingInterest'],
  ]),
  ...kindsAt('gas', [
    ['gasTollRl3Telemetered', 'fixed'],
    ['gasTollRl3Telemetered', 'variable'],
    ['gasEnergyLeast'],
    ['gasEnergyMost'],
  ]),
]

function kindsAt(group: RegulatedPriceGroup, paths: readonly (readonly string[])[]): RegulatedPriceKind[] {
  return paths.map((path) => kindAt(group, path))
}

function kindAt(group: RegulatedPriceGroup, path: readonly string[]): RegulatedPriceKind {
  const { name, unit } = getSeriesAt(regulatedPrices, path)
  const isReduced = name === 'reduced_electricity_vat'
  return {
    name,
    group,
    unit,
    shape: isReduced ? 'reduced_rate' : 'single',
    tariff: null,
    count: isReduced ? 2 : 1,
    path,
  }
}

function periods(tariff: EnergyTariff, count: number) {
  return { shape: 'periods', tariff, count } as const
}

/** A row of the database table, with its numbers separated by spaces. */
export type OperatorPriceRow = {
  name: string
  valid_from: MarketDay
  valid_to: MarketDay | null
  value: string
  source: string
}

/**
 * Returns the built-in regulated prices overlaid with operators' rows, which take precedence where both apply, because
 * they reflect the newer norm.
 */
export function applyOperatorRows(rows: readonly OperatorPriceRow[]): RegulatedPrices {
  return regulatedPriceKinds.reduce((figures, kind) => {
    const own = rows.filter(({ name }) => name === kind.name)
    if (own.length === 0) return figures
    const series = getSeriesAt(figures, kind.path)
    return setSeriesAt(figures, kind.path, {
      ...series,
      rows: overlayRows(
        series.rows,
        own.map((row) => parseRow(kind, row)),
      ),
    })
  }, regulatedPrices)
}

/** Returns all past, current and future values of a regulated price. */
export function listRows(
  figures: RegulatedPrices,
  { path }: RegulatedPriceKind,
): readonly DatedRegulatedPrice<unknown>[] {
  return getSeriesAt(figures, path).rows
}

/** Returns the numbers of a value, with powers in kW. */
export function listNumbers({ shape }: RegulatedPriceKind, value: unknown): string[] {
  if (shape === 'periods') return [...(value as readonly string[])]
  if (shape === 'single') return [value as string]
  const { percent, maximumPowerWatts } = value as { percent: string; maximumPowerWatts: number }
  return [percent, kwFromWatts(maximumPowerWatts)]
}

/** Returns why numbers are not a valid value of a regulated price. */
export function findNumbersProblem(
  { unit, count, shape }: RegulatedPriceKind,
  numbers: readonly string[],
): string | null {
  if (numbers.length !== count) return 'count_wrong'
  if (!numbers.every((number) => /^\d{1,6}(\.\d{1,8})?$/.test(number))) return 'not_figure'
  if (unit === '%' && roundToUnits(numbers[0]!, 8) > 100 * 10 ** 8) return 'beyond_percent'
  return shape === 'reduced_rate' && wattsFromKw(numbers[1]!) === null ? 'not_figure' : null
}

function parseRow(
  kind: RegulatedPriceKind,
  { valid_from: validFrom, valid_to: validTo, value, source }: OperatorPriceRow,
) {
  const numbers = value.split(' ')
  const [first = '', maximum = ''] = numbers
  const shapes = {
    single: first,
    periods: numbers,
    reduced_rate: { percent: first, maximumPowerWatts: wattsFromKw(maximum) ?? 0 },
  }
  return { validFrom, validTo, value: shapes[kind.shape] as unknown, source }
}

function getSeriesAt(figures: RegulatedPrices, path: readonly string[]): RegulatedPriceSeries<unknown> {
  return path.reduce(
    (part: unknown, name) => (part as Record<string, unknown>)[name],
    figures,
  ) as RegulatedPriceSeries<unknown>
}

/** Returns the prices with another series at a path. */
function setSeriesAt<Part>(
  part: Part,
  [name, ...rest]: readonly string[],
  series: RegulatedPriceSeries<unknown>,
): Part {
  if (name === undefined) return series as Part
  return { ...part, [name]: setSeriesAt(part[name as keyof Part], rest, series) }
}
