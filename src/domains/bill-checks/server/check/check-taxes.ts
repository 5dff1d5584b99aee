import { type BillLine, createBillLine, sumLines } from '#vocabulary/bill.ts'
import { type IndirectTax, indirectTaxOfGasLine, indirectTaxOfLine, taxOfZone } from '#vocabulary/bill-taxes.ts'
import {
  type DatedRegulatedPrice,
  findRegulatedPriceAt,
  type RegulatedPriceSeries,
} from '#vocabulary/dated-regulated-prices.ts'
import { formatFixedDecimal, trimDecimal } from '#vocabulary/decimal.ts'
import { bearsElectricityTax, bearsIndirectTax, isIndirectTax } from '#vocabulary/line-taxation.ts'
import { type Cents, percentOfCents } from '#vocabulary/money.ts'
import { nullIfUnknown } from '#vocabulary/null-if-unknown.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { FaultKind, LineCheck, Reading, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { conditionalRow, isOpen } from './conditional-taxes.ts'
import { electricityTaxBasis, indirectTaxBases, withRow } from './legal-basis.ts'
import { judgeLine, judgeMissingLine, type NumberedLine, toleranceCents } from './line-verdict.ts'

/** The day whose rates apply: when the bill falls due, and to a correction those of the bill that it corrects. */
export function taxDayOf({ bill, corrected }: BillFacts): string {
  return corrected?.dueOn ?? bill.dueOn
}

/** One accepted way to come to the electricity tax. */
type TaxOption = {
  percent: string
  baseCents: Cents
  expectedCents: Cents
  readings: Reading[]
  row: DatedRegulatedPrice
}

/** Checks the electricity tax on what the bill charges, with either base and with each rate that is open. */
export function checkElectricityTax(
  facts: BillFacts,
  lines: readonly NumberedLine[],
  figures: RegulatedPrices,
): LineCheck[] {
  const [line, ...others] = lines.filter(({ kind }) => kind === 'electricity_tax')
  const row = findRegulatedPriceAt(figures.electricityTax, taxDayOf(facts))
  if (!row)
    return line
      ? [judgeLine(line, { expectedCents: null, unknown: ['figure_unknown'], basis: [electricityTaxBasis] })]
      : []
  const options = electricityTaxOptions(facts, lines, { figures, row })
  const basisOf = (option: TaxOption) => [withRow(electricityTaxBasis, figures.electricityTax, option.row)]
  const [main] = options as [TaxOption]
  if (!line)
    return Math.abs(main.expectedCents) > toleranceCents
      ? [judgeMissingLine({ ...facts.bill, kind: 'electricity_tax', period: null }, main.expectedCents, basisOf(main))]
      : []
  const option = chooseOption(line, options)
  const unknown: UnknownReason[] = row.provisional && !isOpen(row) ? ['figure_provisional'] : []
  const check = judgeLine(line, {
    ...{ expectedCents: option.expectedCents, readings: option.readings, unknown, basis: basisOf(option) },
    faults: taxFaults(line, option.percent, option.baseCents),
  })
  return [
    check,
    ...others.map((each) => judgeLine(each, { expectedCents: 0, faults: ['charged_twice'], basis: basisOf(main) })),
  ]
}

function electricityTaxOptions(
  facts: BillFacts,
  lines: readonly BillLine[],
  { figures, row }: { figures: RegulatedPrices; row: DatedRegulatedPrice },
): TaxOption[] {
  // The funding of the social bonus may be inside or outside.
  const outside = sumLines(lines.filter((line) => bearsElectricityTax(line) && line.kind !== 'social_bonus_funding'))
  const funding = sumLines(lines.filter(({ kind }) => kind === 'social_bonus_funding'))
  const bases: { baseCents: Cents; readings: Reading[] }[] =
    funding === 0
      ? [{ baseCents: outside, readings: [] }]
      : [
          { baseCents: outside + funding, readings: ['funding_inside'] },
          { baseCents: outside, readings: ['funding_outside'] },
        ]
  const day = taxDayOf(facts)
  const lower = conditionalRow(row, highestPowers(facts))
  const rates = lower ? [row, lower] : [row]
  const leastCents = minimumTax(lines, findRegulatedPriceAt(figures.electricityTaxMinimum, day))
  return rates.flatMap((rate) =>
    bases.map(({ baseCents, readings }) => ({
      ...{ percent: rate.value, baseCents, row: rate },
      expectedCents: Math.max(percentOfCents(baseCents, rate.value), leastCents),
      readings: [
        ...readings,
        ...(lower ? [rate === lower ? ('reduced_rate' as const) : ('general_rate' as const)] : []),
      ],
    })),
  )
}

/** The tax is at least so much for each MWh taken from the grid. */
function minimumTax(lines: readonly BillLine[], minimum: DatedRegulatedPrice | undefined): Cents {
  if (!minimum) return 0
  const energy = lines.filter(({ kind }) => kind === 'energy')
  const wh = energy.reduce((sum, { quantity }) => sum + Math.round(Number(quantity) * 1000), 0)
  const mwh = trimDecimal(formatFixedDecimal(wh, 6))
  const range = { firstDay: '', lastDay: '' }
  return createBillLine(range, { kind: 'electricity_tax', quantity: mwh, unit: 'MWh', unitPrice: minimum.value })
    .amountCents
}

/** Returns the option that a line follows: the one with its amount, else the nearest by rate and base. */
function chooseOption(line: BillLine, options: readonly TaxOption[]): TaxOption {
  const isPercent = line.unit === 'percent'
  const distance = ({ percent, baseCents, expectedCents }: TaxOption) => {
    const ofAmount = Math.abs(line.amountCents - expectedCents) <= toleranceCents ? 0 : 1_000_000_000_000
    const ofRate = isPercent && Number(percent) !== Number(line.unitPrice) ? 1_000_000_000 : 0
    return ofAmount + ofRate + (isPercent ? Math.abs(baseOf(line) - baseCents) : 0)
  }
  return options.reduce((best, each) => (distance(each) < distance(best) ? each : best))
}

/** The printed base in cents; one with further decimals is rounded. */
function baseOf({ quantity }: BillLine): Cents {
  return Math.round(Number(quantity) * 100)
}

function taxFaults(line: BillLine, percent: string, baseCents: Cents): FaultKind[] {
  if (line.unit !== 'percent') return ['tax_base']
  const faults: FaultKind[] = []
  if (Number(line.unitPrice) !== Number(percent)) faults.push('tax_rate')
  if (Math.abs(baseOf(line) - baseCents) > toleranceCents) faults.push('tax_base')
  return faults
}

/** The lines that bear the same indirect tax. */
type TaxGroup = {
  baseCents: Cents
  rates: { percent: string; row: DatedRegulatedPrice; reading: Reading | null }[]
  series: RegulatedPriceSeries<unknown>
}

/** Checks VAT or its equivalent on all that the bill charges before it, each rate on its lines. */
export function checkIndirectTaxes(
  facts: BillFacts,
  lines: readonly NumberedLine[],
  figures: RegulatedPrices,
): LineCheck[] {
  const taxes = lines.filter(isIndirectTax)
  const kind = taxOfZone[facts.zone]
  const basis = indirectTaxBases[kind]
  const groups = taxGroups(facts, lines, figures)
  if (!groups)
    return taxes.map((line) => judgeLine(line, { expectedCents: null, unknown: ['figure_unknown'], basis: [basis] }))
  const open = [...groups]
  const checks = taxes.map((line) => {
    const group = takeNearest(open, line)
    if (!group) return judgeLine(line, { expectedCents: 0, faults: ['charged_twice'], basis: [basis] })
    const rate = group.rates.find(({ percent }) => Number(percent) === Number(line.unitPrice)) ?? group.rates[0]!
    const isProvisional = rate.row.provisional && !isOpen(rate.row)
    const hasOtherRate = Number(rate.percent) !== Number(line.unitPrice)
    return judgeLine(line, {
      expectedCents: isProvisional && hasOtherRate ? null : percentOfCents(group.baseCents, rate.percent),
      faults: [
        ...(line.kind === kind ? [] : (['tax_kind'] as const)),
        ...taxFaults(line, rate.percent, group.baseCents),
      ],
      unknown: isProvisional ? ['figure_provisional'] : [],
      readings: rate.reading ? [rate.reading] : [],
      basis: [withRow(basis, group.series, rate.row)],
    })
  })
  const missing = open.flatMap(({ baseCents, rates: [rate], series }) => {
    const cents = percentOfCents(baseCents, rate!.percent)
    return Math.abs(cents) > toleranceCents && !rate!.row.provisional
      ? [judgeMissingLine({ ...facts.bill, kind, period: null }, cents, [withRow(basis, series, rate!.row)])]
      : []
  })
  return [...checks, ...missing]
}

/** Takes the group with the line's rate out of those that no line has, or else the one with the nearest base. */
function takeNearest(groups: TaxGroup[], line: BillLine): TaxGroup | undefined {
  const distance = ({ baseCents, rates }: TaxGroup) =>
    Math.abs(baseOf(line) - baseCents) +
    (rates.some(({ percent }) => Number(percent) === Number(line.unitPrice)) ? 0 : 1_000_000)
  const [nearest] = [...groups].sort((one, other) => distance(one) - distance(other))
  if (nearest) groups.splice(groups.indexOf(nearest), 1)
  return nearest
}

/** Returns the lines by their tax; null where a rate of the zone is not known. */
function taxGroups(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): TaxGroup[] | null {
  const taxed = lines.filter(bearsIndirectTax)
  const powerWatts = highestPowers(facts)
  return nullIfUnknown(() => {
    const byRate = Map.groupBy(
      taxed.map((line) => ({ line, tax: indirectTaxOf(facts, line, { powerWatts, figures }) })),
      ({ tax: { percent, figure } }) => `${figure.name} ${percent}`,
    )
    return [...byRate.values()].map((group) => {
      const { tax } = group[0]!
      return { baseCents: sumLines(group.map(({ line }) => line)), ...ratesOf(facts, tax, figures) }
    })
  })
}

function indirectTaxOf(
  facts: BillFacts,
  line: BillLine,
  { powerWatts, figures }: { powerWatts: readonly number[]; figures: RegulatedPrices },
): IndirectTax {
  const { zone, bill } = facts
  const terms = { dueDay: taxDayOf(facts), figures }
  if (bill.energy === 'gas') return indirectTaxOfGasLine(line, zone, terms)
  return indirectTaxOfLine(line, { zone, powerWatts }, terms)
}

/** The powers of the bill, whose highest decides on a reduced rate. */
function highestPowers({ bill }: BillFacts): readonly number[] {
  const charged = bill.content.lines
    .filter(({ kind }) => kind === 'power')
    .map(({ quantity }) => Number(quantity) * 1000)
  return charged.length === 0
    ? bill.content.powerWatts
    : bill.content.powerWatts.map((watts) => Math.max(watts, ...charged))
}

function ratesOf(
  facts: BillFacts,
  { percent, figure }: IndirectTax,
  figures: RegulatedPrices,
): Omit<TaxGroup, 'baseCents'> {
  const all = Object.values(figures).filter((each) => 'rows' in each) as RegulatedPriceSeries<unknown>[]
  const series = all.find(({ name }) => name === figure.name)!
  const row = series.rows.find(({ validFrom }) => validFrom === figure.validFrom)! as DatedRegulatedPrice
  const isElectricityVat = facts.bill.energy === 'electricity' && series === figures.vat
  const lower = isElectricityVat ? conditionalRow(row, highestPowers(facts)) : undefined
  if (!lower) return { rates: [{ percent, row, reading: null }], series }
  return {
    series,
    rates: [
      { percent, row, reading: 'general_rate' },
      { percent: lower.value, row: lower, reading: 'reduced_rate' },
    ],
  }
}
