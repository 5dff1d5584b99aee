import { describe, expect, test } from 'vitest'
import {
  type ComparedInvoice,
  changeOfUsePercent,
  compareWithYearBefore,
  costPerDay,
  directionOf,
  type ElectricityUse,
  findLatestPair,
  findNextChangingDay,
  greetingName,
  type HomeInvoice,
  pricePosition,
  readDaysOf,
  readingsMonth,
  sameDaysBefore,
  selectBarInvoices,
  sumWalletCents,
  usedEnergyOf,
} from './rules.ts'

function invoice(startsOn: string | null, amountTotalCents = 5213, energyWh: number | null = 190_000): HomeInvoice {
  return { startsOn, issuedOn: startsOn ?? '2026-11-05', amountTotalCents, energyWh, rectificativeType: 'N' }
}

describe('the newest invoice', () => {
  const october = invoice('2026-10-01', 5213, 190_000)
  const comparisons: [reason: string, others: HomeInvoice[], compared: object | null][] = [
    ['less money and less energy', [invoice('2025-10-01', 6140, 223_000)], { cents: -927, energyWh: -33_000 }],
    ['more of both', [invoice('2025-10-03', 5000, 180_000)], { cents: 213, energyWh: 10_000 }],
    ['other months are ignored', [invoice('2025-09-01'), invoice('2024-10-01')], null],
    ['an invoice without energy is ignored', [invoice('2025-10-01', 6140, null)], null],
    ['the invoice itself is ignored', [october], null],
  ]
  test.each(comparisons)('compares with a year before: %s', (_, others, compared) => {
    expect(compareWithYearBefore(october, others)).toEqual(compared)
  })

  test.each([
    [-1, 'less'],
    [0, 'same'],
    [1, 'more'],
  ] as const)('returns for %i the direction %s', (difference, word) => expect(directionOf(difference)).toBe(word))
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
    ['are found in any order', [september, october], { latest: october, before: september }],
    ['are null for a single invoice', [october], null],
    ['are null without invoices', [], null],
    [
      'exclude invoices that cancel or give money back',
      [
        october,
        billed('2026-10-01', '2026-10-31', { rectificativeType: 'A' }),
        billed('2026-10-01', '2026-10-31', { amountTotalCents: -100 }),
        september,
      ],
      { latest: october, before: september },
    ],
    [
      'take a replacement for its bill, and do not compare the two',
      [billed('2026-10-01', '2026-10-31', { rectificativeType: 'R', issuedOn: '2026-11-20' }), october, september],
      { latest: { ...october, rectificativeType: 'R', issuedOn: '2026-11-20' }, before: september },
    ],
    [
      'take the month of the invoice date where there is no billing period',
      [multipoint('2026-11-05'), multipoint('2026-10-05')],
      { latest: multipoint('2026-11-05'), before: multipoint('2026-10-05') },
    ],
  ]
  test.each(pairs)('%s', (_, invoices, pair) => expect(findLatestPair(invoices)).toEqual(pair))

  test.each([
    ['2026-10-01', '2026-10-31', 3100, { dayCount: 31, cents: 100 }],
    ['2026-02-01', '2026-02-28', 3100, { dayCount: 28, cents: 111 }],
    ['2026-10-25', '2026-10-25', 3100, { dayCount: 1, cents: 3100 }],
    [null, null, 3100, null],
    ['2026-10-31', '2026-10-01', 3100, null],
  ])('from %s to %s, %i cents per day', (startsOn, endsOn, amountTotalCents, cost) => {
    expect(costPerDay({ startsOn, endsOn, amountTotalCents })).toEqual(cost)
  })
})

describe('the usage of a month compared with a year or a month before', () => {
  const november = { start: '2026-11-01', end: '2026-11-20' }
  test.each([
    ['up to the last reading', '2026-11-17', { start: '2026-11-01', end: '2026-11-17' }],
    ['to the end of the month at most', '2026-12-02', november],
    ['not at all before its first reading', '2026-10-31', null],
    ['not at all where the last reading is unknown', null, null],
  ])('is read %s', (_, dataUntil, days) => expect(readDaysOf(november, dataUntil)).toEqual(days))

  test.each([
    ['2026-11-01', '2026-11-17', 'year', '2025-11-01', '2025-11-17', 'the same days'],
    ['2028-02-01', '2028-02-29', 'year', '2027-02-01', '2027-02-28', 'all of a shorter month'],
    ['2026-11-01', '2026-11-17', 'month', '2026-10-01', '2026-10-17', 'the same days'],
    ['2026-03-01', '2026-03-31', 'month', '2026-02-01', '2026-02-28', 'all of a shorter month'],
    ['2027-01-01', '2027-01-05', 'month', '2026-12-01', '2026-12-05', 'over a new year'],
  ] as const)('from %s to %s is compared with the %s before, %s to %s: %s', (start, end, ago, before, until, _) => {
    expect(sameDaysBefore({ start, end }, ago)).toEqual({ start: before, end: until })
  })

  const use = (given: Partial<ElectricityUse> = {}): ElectricityUse => ({
    days: { start: '2026-11-01', end: '2026-11-10' },
    usedWh: 100_000,
    missingHours: 0,
    dataFrom: '2024-01-01',
    ...given,
  })
  test.each([
    ['less', use({ usedWh: 93_000 }), use(), -7],
    ['more', use({ usedWh: 150_400 }), use(), 50],
    ['is unchanged for the same usage', use(), use(), 0],
    [
      'is compared by the day for a longer month',
      use(),
      use({ days: { start: '2026-10-01', end: '2026-10-05' } }),
      -50,
    ],
    ['counts only measured hours', use({ usedWh: 95_000, missingHours: 12 }), use(), 0],
    [
      'is compared by the hour for a day of 25 hours',
      use({ days: { start: '2026-10-25', end: '2026-10-25' }, usedWh: 25_000 }),
      use({ days: { start: '2025-10-25', end: '2025-10-25' }, usedWh: 24_000 }),
      0,
    ],
    ['is null where many hours are missing', use({ missingHours: 13 }), use(), null],
    ['is null where many hours were missing before', use(), use({ missingHours: 13 }), null],
    ['is null where the meter data begin later', use(), use({ dataFrom: '2026-11-02' }), null],
    ['is null where the start of the data is unknown', use(), use({ dataFrom: null }), null],
    ['is null for unknown usage', use({ usedWh: null }), use(), null],
    ['is null where nothing was used before', use(), use({ usedWh: 0 }), null],
  ])('%s', (_, now, before, change) => expect(changeOfUsePercent(now, before)).toBe(change))
})

test('selects the last twelve invoices with an amount due, oldest first', () => {
  const months = Array.from({ length: 14 }, (_, index) =>
    invoice(`2025-${String((index % 12) + 1).padStart(2, '0')}-01`),
  )
  const cancelling = invoice('2026-03-01', -5213)
  const bars = selectBarInvoices([cancelling, invoice('2026-02-01'), ...months])
  expect(bars).toHaveLength(12)
  expect(bars.at(-1)?.startsOn).toBe('2026-02-01')
  expect(bars[0]!.startsOn! <= bars[1]!.startsOn!).toBe(true)
})

test('a complementary invoice stands among the bars by the month of its issue', () => {
  const months = ['2026-09-01', '2026-10-01'].map((startsOn) => invoice(startsOn))
  const complement: HomeInvoice = { ...invoice('2026-06-01'), issuedOn: '2026-11-16', rectificativeType: 'C' }
  expect(selectBarInvoices([complement, ...months])).toEqual([...months, complement])
})

test('places three periods first, middle and last on the scale of six', () => {
  expect(([1, 2, 3] as const).map((period) => pricePosition(period, 3))).toEqual([1, 3, 6])
  expect(pricePosition(4, 6)).toBe(4)
})

describe('the month with readings', () => {
  const months: [reason: string, today: string, start: string, end: string][] = [
    ['the current month, up to today', '2026-11-20', '2026-11-01', '2026-11-20'],
    ['the whole previous month while readings are pending', '2026-11-03', '2026-10-01', '2026-10-31'],
    [
      'the current month from the day on which its first readings may have arrived',
      '2026-11-04',
      '2026-11-01',
      '2026-11-04',
    ],
    ['the previous month across a new year', '2027-01-02', '2026-12-01', '2026-12-31'],
  ]
  test.each(months)('is %s', (_, today, start, end) => expect(readingsMonth(today)).toEqual({ start, end }))
})

test('greets a person by first name and a company by its full name', () => {
  expect(greetingName({ name: 'Marta Ferrer', isCompany: false })).toBe('Marta')
  expect(greetingName({ name: 'Taller Ferrer SL', isCompany: true })).toBe('Taller Ferrer SL')
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
] as [[number, number][], number, string][])('sums the wallets %j to %i cents: %s', (links, cents) => {
  expect(sumWalletCents(links.map(([id, total_descompte]) => ({ bateria: { id }, total_descompte })))).toBe(cents)
})

describe('findNextChangingDay', () => {
  const cases: [reason: string, tariff: string, day: string, next: string | null][] = [
    ['returns Monday for a Saturday', '2.0TD', '2026-11-21', '2026-11-23'],
    ['skips a Friday that is a holiday', '2.0TD', '2026-12-25', '2026-12-28'],
    ['returns the same for six periods as for three', '3.0TD', '2026-11-21', '2026-11-23'],
    ['returns null for gas, which has no hourly prices', 'RL.1', '2026-11-21', null],
  ]
  test.each(cases)('%s', (_, tariff, day, next) => {
    const found = findNextChangingDay(tariff, day)
    expect(found?.day ?? null).toBe(next)
    if (found) expect(found.steps.length).toBeGreaterThan(1)
  })
})

const [ofElectricity, ofGas] = [{ type: 'electricity' as const }, { type: 'gas' as const }]

test.each([
  ['electricity', [ofElectricity], 1, 'electricity'],
  ['both', [ofGas, ofElectricity], 2, 'electricity'],
  ['gas alone', [ofGas, ofGas], 2, 'gas'],
  ['gas first and others that are not loaded', [ofGas], 9, undefined],
  ['none', [], 0, undefined],
] as const)('a customer with %s uses %s', (_, first, total, expected) => {
  expect(usedEnergyOf(first, total)).toBe(expected)
})
