import { expect, test } from 'vitest'
import { nextBillDays } from './next-bill-days.ts'

const startsOn = '2020-03-10'
const bill = (firstDay: string, lastDay: string, dueDay: string) => ({ firstDay, lastDay, dueDay })

test.each<[string, Parameters<typeof nextBillDays>[0], ReturnType<typeof nextBillDays>]>([
  [
    'a calendar month follows one',
    { last: bill('2026-09-01', '2026-09-30', '2026-10-20'), startsOn, endsOn: null },
    bill('2026-10-01', '2026-10-31', '2026-11-20'),
  ],
  [
    'two months follow two',
    { last: bill('2026-01-01', '2026-02-28', '2026-03-10'), startsOn, endsOn: null },
    bill('2026-03-01', '2026-04-30', '2026-05-10'),
  ],
  [
    'a month by its day follows one',
    { last: bill('2026-01-15', '2026-02-14', '2026-03-01'), startsOn, endsOn: null },
    bill('2026-02-15', '2026-03-14', '2026-03-29'),
  ],
  [
    'as many days follow a reading that keeps to no month',
    { last: bill('2026-01-05', '2026-02-02', '2026-02-12'), startsOn, endsOn: null },
    bill('2026-02-03', '2026-03-03', '2026-03-13'),
  ],
  [
    'the last bill ends with the contract',
    { last: bill('2026-09-01', '2026-09-30', '2026-10-20'), startsOn, endsOn: '2026-10-12' },
    bill('2026-10-01', '2026-10-12', '2026-11-01'),
  ],
  [
    'nothing follows the bill that ends with the contract',
    { last: bill('2026-09-01', '2026-09-30', '2026-10-20'), startsOn, endsOn: '2026-09-30' },
    null,
  ],
  [
    'a first bill is of the rest of its month',
    { last: null, startsOn, endsOn: null },
    bill('2020-03-10', '2020-03-31', '2020-04-20'),
  ],
])('%s', (_, input, expected) => {
  expect(nextBillDays(input)).toEqual(expected)
})
