import { describe, expect, test } from 'vitest'
import { createDemoCalendar } from '../calendar.ts'
import type { BillScenario } from '../customers/demo-holder.ts'
import { billOutcomeOf } from './bill-outcome.ts'

const today = '2026-11-20'
const { months } = createDemoCalendar(today, 4)

describe('the outcome of a bill of 50 euros', () => {
  test.each<[age: number, story: BillScenario | undefined, transfer: boolean, cents: number, outcome: string]>([
    [0, undefined, false, 5000, 'pending_remesa 5000: issued 2026-11-06'],
    [0, undefined, true, 5000, 'pending_transfer 5000: issued 2026-11-06, waiting_transfer 2026-11-07'],
    [0, undefined, false, 0, 'paid 0: issued 2026-11-06, paid 2026-11-07'],
    [1, undefined, false, 5000, 'paid 0: issued 2026-10-06, sent_to_bank 2026-10-31, paid 2026-11-05'],
    [
      1,
      'unpaid',
      false,
      5000,
      'unpaid 5000: issued 2026-10-06, sent_to_bank 2026-10-31, returned 2026-11-06, reminded 2026-11-13',
    ],
    [
      3,
      'partlyPaid',
      false,
      5000,
      'unpaid 2000: issued 2026-08-06, sent_to_bank 2026-08-31, returned 2026-09-06, reminded 2026-09-13, partly_paid 2026-09-25',
    ],
    [
      2,
      'paidAfterReturn',
      false,
      5000,
      'paid 0: issued 2026-09-06, sent_to_bank 2026-09-30, returned 2026-10-06, paid_by_card 2026-10-11',
    ],
    [
      1,
      'inReview',
      true,
      5000,
      'manual_verification_required 0: issued 2026-10-06, waiting_transfer 2026-10-07, in_review 2026-11-03',
    ],
    [
      2,
      'paidWithoutTransaction',
      true,
      5000,
      'paid_without_transaction 0: issued 2026-09-06, waiting_transfer 2026-09-07, paid 2026-10-07',
    ],
  ])('%i months old, %s, by transfer %s, %i cents: %s', (age, story, paysByTransfer, totalCents, outcome) => {
    const month = months.find((each) => each.age === age)!
    const { paidStatus, pendingCents, history } = billOutcomeOf({
      scenario: story,
      month,
      totalCents,
      paysByTransfer,
      today,
    })
    const historyText = history.map(({ state, day }) => `${state} ${day}`).join(', ')
    expect(`${paidStatus} ${pendingCents}: ${historyText}`).toBe(outcome)
  })

  test('contains no future states', () => {
    const early = '2026-11-07'
    const { history } = billOutcomeOf({
      scenario: 'unpaid',
      month: months[2]!,
      totalCents: 5000,
      paysByTransfer: false,
      today: early,
    })
    expect(history.map(({ state }) => state)).toEqual(['issued', 'sent_to_bank', 'returned'])
  })
})
