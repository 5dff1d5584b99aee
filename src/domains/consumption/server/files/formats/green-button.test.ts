import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { countHoursOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../../curve.ts'
import { writeGreenButtonFeed } from './green-button.ts'

const cups = 'ES0031000000000001JN'
const now = new Date('2026-11-20T11:00:00Z')

function aDay(day: string, more: Partial<CurveDay> = {}): CurveDay {
  const importWh = Array.from({ length: countHoursOf(day, 'Europe/Madrid') }, (_, hour) => 100 + hour)
  const rest = { exportWh: null, reactiveVarh: null, quality: null, version: 0, invoice: null }
  return { cups, day, source: 'F5D', stepMinutes: 60, importWh, ...rest, ...more }
}

type Entry = { id: string; link: { '@rel': string; '@href': string }[]; content: Record<string, never> }

/** Parses the entries of a feed with a third-party parser. */
function read(days: CurveDay[], timeZone: MarketTimeZone = 'Europe/Madrid'): Entry[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    isArray: (name) => ['entry', 'IntervalReading', 'link'].includes(name),
  })
  return parser.parse([...writeGreenButtonFeed(days, { cups, timeZone, now })].join('')).feed.entry
}

const contentOf = (entries: Entry[], kind: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: what a file says, whatever that is.
  entries.filter(({ content }) => kind in content).map(({ content }) => content[kind] as any)

describe('a Green Button feed', () => {
  test('has a reading for each hour, in Wh and seconds since 1970', () => {
    const [block] = contentOf(read([aDay('2026-11-17')]), 'IntervalBlock')
    expect(block.interval).toEqual({ duration: '86400', start: String(Date.parse('2026-11-16T23:00:00Z') / 1000) })
    expect(block.IntervalReading).toHaveLength(24)
    expect(block.IntervalReading[1]).toEqual({
      ReadingQuality: { quality: '17' },
      timePeriod: { duration: '3600', start: String(Date.parse('2026-11-17T00:00:00Z') / 1000) },
      value: '101',
    })
  })

  test.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('has on %s, when the clocks change, %i readings without a gap or an overlap', (day, hours) => {
    const [block] = contentOf(read([aDay(day)]), 'IntervalBlock')
    const starts = block.IntervalReading.map((reading: { timePeriod: { start: string } }) =>
      Number(reading.timePeriod.start),
    )
    expect(block.interval.duration).toBe(String(hours * 3600))
    expect(starts).toEqual(Array.from({ length: hours }, (_, hour) => starts[0] + hour * 3600))
  })

  test('omits missing values, and includes the quality of each value', () => {
    const importWh = [1, null, 3, 4, ...Array(20).fill(5)]
    const [block] = contentOf(
      read([aDay('2026-11-17', { importWh, quality: `R-EP${'D'.repeat(20)}` })]),
      'IntervalBlock',
    )
    const readings = block.IntervalReading.map((reading: never) => [
      (reading as { value: string }).value,
      (reading as { ReadingQuality: { quality: string } }).ReadingQuality.quality,
    ])
    expect(readings.slice(0, 4)).toEqual([
      ['1', '17'],
      ['3', '8'],
      ['4', '14'],
      ['5', '10'],
    ])
  })

  test('has separate series for energy fed in and for quarter hours', () => {
    const quarters = Array(96).fill(25)
    const entries = read([
      aDay('2026-11-17', { exportWh: Array(24).fill(7) }),
      aDay('2026-11-18', { stepMinutes: 15, importWh: quarters }),
    ])
    const types = contentOf(entries, 'ReadingType').map(({ flowDirection, intervalLength }) => [
      flowDirection,
      intervalLength,
    ])
    expect(types).toEqual([
      ['1', '900'],
      ['1', '3600'],
      ['19', '3600'],
    ])
    expect(contentOf(entries, 'IntervalBlock').map(({ IntervalReading }) => IntervalReading.length)).toEqual([
      96, 24, 24,
    ])
  })

  test.each([
    ['Europe/Madrid', '3E0E2000', 'AE0E3000', '3600'],
    ['Atlantic/Canary', '3E0E1000', 'AE0E2000', '0'],
  ] as const)('contains when the clocks of %s change', (zone, dstStartRule, dstEndRule, tzOffset) => {
    const [time] = contentOf(read([aDay('2026-11-17')], zone), 'LocalTimeParameters')
    expect(time).toMatchObject({ dstStartRule, dstEndRule, tzOffset, dstOffset: '3600' })
  })

  test('has stable, unique ids and includes every related resource', () => {
    const [first, second] = [read([aDay('2026-11-17')]), read([aDay('2026-11-17')])]
    const ids = first.map(({ id }) => id)
    expect(second.map(({ id }) => id)).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(
      ids.every((id) => /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true)
    const links = (rel: string) =>
      first.flatMap(({ link }) => link.filter((each) => each['@rel'] === rel).map((each) => each['@href']))
    const there = [...links('self'), ...links('up')]
    expect(links('related').filter((href) => !there.includes(href))).toEqual([])
  })
})
