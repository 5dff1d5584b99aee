import { createHash } from 'node:crypto'
import { countHoursOf, intervalStart, type MarketTimeZone, startOf } from '#vocabulary/market-time.ts'
import type { CurveDay, CurveStep, ReadingQuality } from '../../../curve.ts'

type FeedContext = { cups: string; timeZone: MarketTimeZone; now: Date }
type Flow = 'importWh' | 'exportWh'

/** One series of readings: one direction of flow at one step. */
type Series = { flow: Flow; stepMinutes: CurveStep; days: CurveDay[] }

/**
 * Returns days of one supply point as Green Button: an Atom feed of ESPI resources (NAESB REQ.21), energy in Wh,
 * instants in seconds since 1970. Hours and quarter hours, and energy consumed and fed in, are separate meter readings;
 * each day is a block. Missing values are omitted.
 */
export function* writeGreenButtonFeed(days: readonly CurveDay[], context: FeedContext): Generator<string> {
  const point = `UsagePoint/${context.cups}`
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="${atom}">\n${heading(context.cups, point, context)}`
  const series = seriesOf(days)
  const readings = series.map((each) => `${point}/MeterReading/${nameOf(each)}`)
  yield entry(point, [...readings, 'LocalTimeParameters/1'], context, usagePoint)
  yield entry('LocalTimeParameters/1', [], context, localTime(context.timeZone))
  for (const [index, each] of series.entries()) {
    const type = `ReadingType/${nameOf(each)}`
    yield entry(
      readings[index]!,
      [`${readings[index]}/IntervalBlock`, type],
      context,
      `<MeterReading xmlns="${espi}"/>`,
    )
    yield entry(type, [], context, readingType(each))
    for (const day of each.days)
      yield entry(`${readings[index]}/IntervalBlock/${day.day}`, [], context, [...block(day, each, context)].join(''))
  }
  yield '</feed>\n'
}

const atom = 'http://www.w3.org/2005/Atom'
const espi = 'http://naesb.org/espi'
const usagePoint = `<UsagePoint xmlns="${espi}"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint>`

function seriesOf(days: readonly CurveDay[]): Series[] {
  const flows: Flow[] = ['importWh', 'exportWh']
  const steps: CurveStep[] = [15, 60]
  return flows.flatMap((flow) =>
    steps
      .map((stepMinutes) => ({
        flow,
        stepMinutes,
        days: days.filter((day) => day.stepMinutes === stepMinutes && day[flow]?.some((wh) => wh !== null)),
      }))
      .filter((series) => series.days.length > 0),
  )
}

function nameOf({ flow, stepMinutes }: Series): string {
  return `${flow === 'importWh' ? 'import' : 'export'}-${stepMinutes}`
}

function entry(self: string, related: readonly string[], context: FeedContext, content: string): string {
  const links = related.map((href) => `<link rel="related" href="${href}"/>`).join('')
  const up = `<link rel="up" href="${self.slice(0, self.lastIndexOf('/'))}"/>`
  return `<entry>\n${heading(self.split('/').at(-1)!, self, context)}${up}${links}<content>${content}</content></entry>\n`
}

function heading(title: string, self: string, { cups, now }: FeedContext): string {
  const at = now.toISOString()
  return `<id>urn:uuid:${uuidOf(`${cups} ${self}`)}</id><title>${title}</title><updated>${at}</updated><link rel="self" href="${self}"/>\n`
}

/**
 * Returns an id that is the same for the same resource in each file (RFC 9562, version 5), so that programs recognise
 * it.
 */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Returns when the clocks change, as ESPI packs it from the left: month, rule (7: the last such day), day of the month,
 * day of the week (7: Sunday), hour, second. They change at 01:00 UTC.
 */
function localTime(zone: MarketTimeZone): string {
  const hoursAhead = zone === 'Europe/Madrid' ? 1 : 0
  const changes = (month: number, hour: number) =>
    ((BigInt(month) << 28n) | (7n << 25n) | (7n << 17n) | (BigInt(hour) << 12n))
      .toString(16)
      .toUpperCase()
      .padStart(8, '0')
  return [
    `<LocalTimeParameters xmlns="${espi}"><dstEndRule>${changes(10, hoursAhead + 2)}</dstEndRule><dstOffset>3600</dstOffset>`,
    `<dstStartRule>${changes(3, hoursAhead + 1)}</dstStartRule><tzOffset>${hoursAhead * 3600}</tzOffset></LocalTimeParameters>`,
  ].join('')
}

/**
 * Returns a reading type: energy (kind 12, in Wh: uom 72) of electricity (commodity 1) in each interval (behaviour 4),
 * consumed (1) or fed in (19).
 */
function readingType({ flow, stepMinutes }: Series): string {
  const members: [name: string, value: number][] = [
    ['accumulationBehaviour', 4],
    ['commodity', 1],
    ['dataQualifier', 12],
    ['flowDirection', flow === 'importWh' ? 1 : 19],
    ['intervalLength', stepMinutes * 60],
    ['kind', 12],
    ['powerOfTenMultiplier', 0],
    ['timeAttribute', 0],
    ['uom', 72],
  ]
  return `<ReadingType xmlns="${espi}">${members.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</ReadingType>`
}

function* block(day: CurveDay, { flow, stepMinutes }: Series, { timeZone }: FeedContext): Generator<string> {
  const period = (seconds: number, start: Date) =>
    `<duration>${seconds}</duration><start>${start.getTime() / 1000}</start>`
  yield `<IntervalBlock xmlns="${espi}"><interval>${period(countHoursOf(day.day, timeZone) * 3600, startOf(day.day, timeZone))}</interval>`
  for (const [index, wh] of day[flow]!.entries()) {
    if (wh === null) continue
    const start = intervalStart(day.day, index, stepMinutes, timeZone)
    const quality = qualityCodes[(day.quality?.[index] ?? 'R') as ReadingQuality]
    yield `\n<IntervalReading><ReadingQuality><quality>${quality}</quality></ReadingQuality><timePeriod>${period(stepMinutes * 60, start)}</timePeriod><value>${wh}</value></IntervalReading>`
  }
  yield '</IntervalBlock>'
}

/** QualityOfReading: 17 validated, 14 raw, 10 questionable, 8 estimated. */
const qualityCodes: Record<ReadingQuality, number> = { R: 17, P: 14, D: 10, E: 8, '-': 14 }
