import { describe, expect, test } from 'vitest'
import {
  barsOf,
  type ComparedInvoice,
  calledName,
  changeOfUse,
  comparedWithYearBefore,
  costPerDay,
  direction,
  latestPair,
  nextChangingDay,
  readDays,
  readMonth,
  type ShownInvoice,
  sameDaysBefore,
  scalePlace,
  type Use,
  usedEnergyOf,
  walletCents,
} from './rules.ts'

function invoice(startsOn: string | null, amountTotalCents = 5213, energyWh: number | null = 190_000): ShownInvoice {
  return { startsOn, issuedOn: startsOn ?? '2026-11-05', amountTotalCents, energyWh }
}

describe('the newest invoice', () => {
  const october = invoice('2026-10-01', 5213, 190_000)
  const comparisons: [reason: string, others: ShownInvoice[], compared: object | null][] = [
    ['less money and less energy', [invoice('2025-10-01', 6140, 223_000)], { cents: -927, energyWh: -33_000 }],
    ['more of both', [invoice('2025-10-03', 5000, 180_000)], { cents: 213, energyWh: 10_000 }],
    ['other months do not count', [invoice('2025-09-01'), invoice('2024-10-01')], null],
    ['nor does one that tells no energy', [invoice('2025-10-01', 6140, null)], null],
    ['nor itself', [october], null],
  ]
  test.each(comparisons)('compares with a year before: %s', (_, others, compared) => {
    expect(comparedWithYearBefore(october, others)).toEqual(compared)
  })

  test.each([
    [-1, 'less'],
    [0, 'same'],
    [1, 'more'],
  ] as const)('%i is %s', (difference, word) => expect(direction(difference)).toBe(word))
})

describe('the latest invoice and the one before', () => {
  const billed = (startsOn: string, endsOn: string, given: Partial<ComparedInvoice> = {}): ComparedInvoice => ({
    ...invoice(startsOn),
    endsOn,
    issuedOn: endsOn,
    rectificativeType: 'N',
    ...given,
  })
  const october = billed('2026-10-01', '2026-10-31')
  const september = billed('2026-09-01', '2026-09-30')
  const multipoint = (issuedOn: string) => billed('', '', { startsOn: null, endsOn: null, issuedOn })
  const pairs: [reason: string, invoices: ComparedInvoice[], pair: object | null][] = [
    ['in any order', [september, october], { latest: october, before: september }],
    ['one alone is compared with nothing', [october], null],
    ['none at all', [], null],
    [
      'one that cancels is no bill, nor is one that gives money back',
      [
        october,
        billed('2026-10-01', '2026-10-31', { rectificativeType: 'A' }),
        billed('2026-10-01', '2026-10-31', { amountTotalCents: -100 }),
        september,
      ],
      { latest: october, before: september },
    ],
    [
      'what replaces a bill counts for it, and is not held against it',
      [billed('2026-10-01', '2026-10-31', { rectificativeType: 'R', issuedOn: '2026-11-20' }), october, september],
      { latest: { ...october, rectificativeType: 'R', issuedOn: '2026-11-20' }, before: september },
    ],
    [
      'those without a time of their own go by the month of their day',
      [multipoint('2026-11-05'), multipoint('2026-10-05')],
      { latest: multipoint('2026-11-05'), before: multipoint('2026-10-05') },
    ],
  ]
  test.each(pairs)('%s', (_, invoices, pair) => expect(latestPair(invoices)).toEqual(pair))

  test.each([
    ['2026-10-01', '2026-10-31', 3100, { dayCount: 31, cents: 100 }],
    ['2026-02-01', '2026-02-28', 3100, { dayCount: 28, cents: 111 }],
    ['2026-10-25', '2026-10-25', 3100, { dayCount: 1, cents: 3100 }],
    [null, null, 3100, null],
    ['2026-10-31', '2026-10-01', 3100, null],
  ])('from %s to %s, %i cents', (startsOn, endsOn, amountTotalCents, cost) => {
    expect(costPerDay({ startsOn, endsOn, amountTotalCents })).toEqual(cost)
  })
})

describe('what the month has used against a year or a month before', () => {
  const november = { start: '2026-11-01', end: '2026-11-20' }
  test.each([
    ['up to the last reading', '2026-11-17', { start: '2026-11-01', end: '2026-11-17' }],
    ['no further than the month goes', '2026-12-02', november],
    ['before its first reading there is nothing', '2026-10-31', null],
    ['nor where nobody says until when', null, null],
  ])('is read %s', (_, dataUntil, days) => expect(readDays(november, dataUntil)).toEqual(days))

  test.each([
    ['2026-11-01', '2026-11-17', 'year', '2025-11-01', '2025-11-17', 'the same days'],
    ['2028-02-01', '2028-02-29', 'year', '2027-02-01', '2027-02-28', 'all of a shorter month'],
    ['2026-11-01', '2026-11-17', 'month', '2026-10-01', '2026-10-17', 'the same days'],
    ['2026-03-01', '2026-03-31', 'month', '2026-02-01', '2026-02-28', 'all of a shorter month'],
    ['2027-01-01', '2027-01-05', 'month', '2026-12-01', '2026-12-05', 'over a new year'],
  ] as const)('from %s to %s is held against a %s before, %s to %s: %s', (start, end, ago, before, until, _) => {
    expect(sameDaysBefore({ start, end }, ago)).toEqual({ start: before, end: until })
  })

  const use = (given: Partial<Use> = {}): Use => ({
    days: { start: '2026-11-01', end: '2026-11-10' },
    usedWh: 100_000,
    missingHours: 0,
    dataFrom: '2024-01-01',
    ...given,
  })
  test.each([
    ['less', use({ usedWh: 93_000 }), use(), -7],
    ['more', use({ usedWh: 150_400 }), use(), 50],
    ['the same', use(), use(), 0],
    ['a longer month is held by the day', use(), use({ days: { start: '2026-10-01', end: '2026-10-05' } }), -50],
    ['the hours that were measured count', use({ usedWh: 95_000, missingHours: 12 }), use(), 0],
    [
      'the day of 25 hours is held by the hour',
      use({ days: { start: '2026-10-25', end: '2026-10-25' }, usedWh: 25_000 }),
      use({ days: { start: '2025-10-25', end: '2025-10-25' }, usedWh: 24_000 }),
      0,
    ],
    ['many hours are missing', use({ missingHours: 13 }), use(), null],
    ['many hours were missing then', use(), use({ missingHours: 13 }), null],
    ['the meter tells only from later on', use(), use({ dataFrom: '2026-11-02' }), null],
    ['nobody says from when', use(), use({ dataFrom: null }), null],
    ['nothing is known', use({ usedWh: null }), use(), null],
    ['nothing was used then', use(), use({ usedWh: 0 }), null],
  ])('%s', (_, now, before, change) => expect(changeOfUse(now, before)).toBe(change))
})

test('the drawing shows the last twelve invoices that ask for something, oldest first', () => {
  const months = Array.from({ length: 14 }, (_, index) =>
    invoice(`2025-${String((index % 12) + 1).padStart(2, '0')}-01`),
  )
  const cancelling = invoice('2026-03-01', -5213)
  const bars = barsOf([cancelling, invoice('2026-02-01'), ...months])
  expect(bars).toHaveLength(12)
  expect(bars.at(-1)?.startsOn).toBe('2026-02-01')
  expect(bars[0]!.startsOn! <= bars[1]!.startsOn!).toBe(true)
})

test('three periods take the first, the middle and the last place of the scale of six', () => {
  expect(([1, 2, 3] as const).map((period) => scalePlace(period, 3))).toEqual([1, 3, 6])
  expect(scalePlace(4, 6)).toBe(4)
})

describe('the month that has readings', () => {
  const months: [reason: string, today: string, start: string, end: string][] = [
    ['this one, up to today', '2026-11-20', '2026-11-01', '2026-11-20'],
    ['the whole one before while readings are on their way', '2026-11-03', '2026-10-01', '2026-10-31'],
    ['this one from the day on which its first readings may have come', '2026-11-04', '2026-11-01', '2026-11-04'],
    ['over a new year', '2027-01-02', '2026-12-01', '2026-12-31'],
  ]
  test.each(months)('is %s', (_, today, start, end) => expect(readMonth(today)).toEqual({ start, end }))
})

test('a person is called by the first name, a company by its whole one', () => {
  expect(calledName({ name: 'Marta Ferrer', isCompany: false })).toBe('Marta')
  expect(calledName({ name: 'Taller Ferrer SL', isCompany: true })).toBe('Taller Ferrer SL')
})

test.each([
  [[], 0, 'there is no wallet'],
  [[[7, 12.34]], 1234, 'there is one'],
  [
    [
      [7, 12.34],
      [7, 12.34],
    ],
    1234,
    'an earlier share in the same wallet holds no other money',
  ],
  [
    [
      [7, 12.34],
      [8, 0.1],
    ],
    1244,
    'two wallets hold what both do',
  ],
] as [[number, number][], number, string][])('the wallets of %j hold %i cents: %s', (links, cents) => {
  expect(walletCents(links.map(([id, total_descompte]) => ({ bateria: { id }, total_descompte })))).toBe(cents)
})

describe('after a day of one price', () => {
  const cases: [reason: string, tariff: string, day: string, next: string | null][] = [
    ['a Saturday is followed by Monday', '2.0TD', '2026-11-21', '2026-11-23'],
    ['a Friday that is a holiday too', '2.0TD', '2026-12-25', '2026-12-28'],
    ['with six periods as with three', '3.0TD', '2026-11-21', '2026-11-23'],
    ['gas has no prices by the hour', 'RL.1', '2026-11-21', null],
  ]
  test.each(cases)('%s', (_, tariff, day, next) => {
    const found = nextChangingDay(tariff, day)
    expect(found?.day ?? null).toBe(next)
    if (found) expect(found.steps.length).toBeGreaterThan(1)
  })
})

const [ofElectricity, ofGas] = [{ type: 'electricity' as const }, { type: 'gas' as const }]

test.each([
  ['electricity', [ofElectricity], 1, 'electricity'],
  ['both', [ofGas, ofElectricity], 2, 'electricity'],
  ['gas alone', [ofGas, ofGas], 2, 'gas'],
  ['gas first, and others that are not read', [ofGas], 9, undefined],
  ['none', [], 0, undefined],
] as const)('who has %s uses %s', (_, first, total, expected) => {
  expect(usedEnergyOf(first, total)).toBe(expected)
})
