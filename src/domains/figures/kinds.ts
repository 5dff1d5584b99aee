import type { DatedFigure, FigureSeries } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { roundedUnits } from '#vocabulary/decimal.ts'
import { kwFromWatts, wattsFromKw } from '#vocabulary/power.ts'
import { type RegulatedFigures, regulatedFigures } from '#vocabulary/regulated-figures.ts'
import { type EnergyTariff, energyPeriodCount, energyTariffs, powerPeriodCount } from '#vocabulary/tariff-periods.ts'
import type { FigureGroup } from './groups.ts'
import { overlaid } from './rules.ts'

/** What a value consists of: one number, one for each period of a tariff, or a percentage up to so many kW. */
type Shape = 'single' | 'periods' | 'reduced_rate'

/** A regulated figure that an operator can enter values of. */
export type FigureKind = {
  /** As the table has it. */
  name: string
  group: FigureGroup
  unit: string
  shape: Shape
  /** The tariff whose periods it has. */
  tariff: EnergyTariff | null
  /** How many numbers a value consists of. */
  count: number
  /** Where it stands among the figures. */
  path: readonly string[]
}

/** Every figure, in the order in which they are listed. */
export const figureKinds: readonly FigureKind[] = [
  ...kindsAt('taxes', [
    ...[['electricityTax'], ['electricityTaxMinimum'], ['vat'], ['reducedElectricityVat'], ['reducedGasVat']],
    ...[['igic'], ['igicElectricityHome'], ['igicElectricityBusiness'], ['ipsi'], ['ipsiElectricity']],
    ...[['hydrocarbonTax'], ['hydrocarbonTaxProfessional']],
  ]),
  ...kindsAt('charges', [['socialBonusFunding'], ['meterRental', 'single_phase'], ['meterRental', 'three_phase']]),
  ...energyTariffs.flatMap((tariff) => [
    { ...kindAt('access', ['accessPrices', tariff, 'power']), ...periods(tariff, powerPeriodCount(tariff)) },
    { ...kindAt('access', ['accessPrices', tariff, 'energy']), ...periods(tariff, energyPeriodCount(tariff)) },
  ]),
  ...kindsAt('rights', [
    ['connectionRights', 'hookUp'],
    ['connectionRights', 'access'],
    ['connectionRights', 'extension'],
  ]),
  ...kindsAt('gas', [
    ['gasTollRl3Telemetered', 'fixed'],
    ['gasTollRl3Telemetered', 'variable'],
    ['gasEnergyLeast'],
    ['gasEnergyMost'],
  ]),
]

function kindsAt(group: FigureGroup, paths: readonly (readonly string[])[]): FigureKind[] {
  return paths.map((path) => kindAt(group, path))
}

function kindAt(group: FigureGroup, path: readonly string[]): FigureKind {
  const { name, unit } = seriesAt(regulatedFigures, path)
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

/** A row of the table: its numbers with a space between them. */
export type OwnRow = {
  name: string
  valid_from: MarketDay
  valid_to: MarketDay | null
  value: string
  source: string
}

/** The figures known to the product with an operator's own rows, which count where both hold: they know of the newer norm. */
export function withOwnRows(rows: readonly OwnRow[]): RegulatedFigures {
  return figureKinds.reduce((figures, kind) => {
    const own = rows.filter(({ name }) => name === kind.name)
    if (own.length === 0) return figures
    const series = seriesAt(figures, kind.path)
    return placed(figures, kind.path, {
      ...series,
      rows: overlaid(
        series.rows,
        own.map((row) => figureOf(kind, row)),
      ),
    })
  }, regulatedFigures)
}

/** All values that a figure has had, has, and is to have. */
export function rowsOf(figures: RegulatedFigures, { path }: FigureKind): readonly DatedFigure<unknown>[] {
  return seriesAt(figures, path).rows
}

/** The numbers of a value: powers in kW. */
export function numbersOf({ shape }: FigureKind, value: unknown): string[] {
  if (shape === 'periods') return [...(value as readonly string[])]
  if (shape === 'single') return [value as string]
  const { percent, maximumPowerWatts } = value as { percent: string; maximumPowerWatts: number }
  return [percent, kwFromWatts(maximumPowerWatts)]
}

/** What keeps numbers from being a value of a figure. */
export function valueProblem({ unit, count, shape }: FigureKind, numbers: readonly string[]): string | null {
  if (numbers.length !== count) return 'count_wrong'
  if (!numbers.every((number) => /^\d{1,6}(\.\d{1,8})?$/.test(number))) return 'not_figure'
  if (unit === '%' && roundedUnits(numbers[0]!, 8) > 100 * 10 ** 8) return 'beyond_percent'
  return shape === 'reduced_rate' && wattsFromKw(numbers[1]!) === null ? 'not_figure' : null
}

function figureOf(kind: FigureKind, { valid_from: validFrom, valid_to: validTo, value, source }: OwnRow) {
  const numbers = value.split(' ')
  const [first = '', maximum = ''] = numbers
  const shapes = {
    single: first,
    periods: numbers,
    reduced_rate: { percent: first, maximumPowerWatts: wattsFromKw(maximum) ?? 0 },
  }
  return { validFrom, validTo, value: shapes[kind.shape] as unknown, source }
}

function seriesAt(figures: RegulatedFigures, path: readonly string[]): FigureSeries<unknown> {
  return path.reduce((part: unknown, name) => (part as Record<string, unknown>)[name], figures) as FigureSeries<unknown>
}

/** The figures with another series at a place. */
function placed<Part>(part: Part, [name, ...rest]: readonly string[], series: FigureSeries<unknown>): Part {
  if (name === undefined) return series as Part
  return { ...part, [name]: placed(part[name as keyof Part], rest, series) }
}
