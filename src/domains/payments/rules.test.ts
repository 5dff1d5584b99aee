import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyRefund, applyReturnedDebit, nextRefundState, type RefundEvent, type RefundState } from './refund-rules.ts'
import {
  type AttemptEvent,
  type AttemptState,
  applyPayment,
  filterOfferedPlatforms,
  isAbandoned,
  isOpen,
  isPayable,
  nextState,
  resolveOpenAttempt,
  secondsToNextCheck,
} from './rules.ts'

const owed = { paidStatus: 'unpaid', amountPendingCents: 4569, rectificativeType: 'N', isPartOfMultipoint: false }

describe('isPayable for an invoice', () => {
  test.each([
    ['unpaid', {}, true],
    ['paid in part', { amountPendingCents: 100 }, true],
    ['awaiting a transfer that a card may replace', { paidStatus: 'pending_transfer' }, true],
    ['to be collected by the bank, which would pay it twice', { paidStatus: 'pending_remesa' }, false],
    ['paid', { paidStatus: 'paid', amountPendingCents: 0 }, false],
    ['under manual verification', { paidStatus: 'manual_verification_required', amountPendingCents: 0 }, false],
    ['unpaid with nothing owed', { amountPendingCents: 0 }, false],
    ['owed by the retailer', { amountPendingCents: -4569 }, false],
    ['that cancels another', { paidStatus: 'pending_transfer', rectificativeType: 'A' }, false],
    ['that cancels another and is replaced', { rectificativeType: 'B' }, false],
    ['that corrects another', { rectificativeType: 'R' }, true],
    ['that is part of a multipoint invoice', { isPartOfMultipoint: true }, false],
  ])('%s', (_, given, expected) => {
    expect(isPayable({ ...owed, ...given })).toBe(expected)
  })
})

describe('applyPayment with', () => {
  test.each([
    ['the full amount', 4569, { paidStatus: 'paid', amountPendingCents: 0 }],
    ['less, because the amount has grown meanwhile', 4000, { paidStatus: 'unpaid', amountPendingCents: 569 }],
    [
      'more, because a transfer came first',
      5000,
      { paidStatus: 'manual_verification_required', amountPendingCents: 0 },
    ],
  ])('%s', (_, paidCents, expected) => {
    expect(applyPayment(owed, paidCents)).toEqual(expected)
  })
})

describe('the offered platforms are', () => {
  test.each([
    ['in the order of the retailer', true, ['sandbox', 'stripe'], ['stripe', 'sandbox'], ['sandbox', 'stripe']],
    ['without one that has no credentials here', true, ['stripe', 'sandbox'], ['sandbox'], ['sandbox']],
    ['without one that is not offered', true, ['stripe'], ['stripe', 'sandbox'], ['stripe']],
    ['none when payment is disabled', false, ['stripe'], ['stripe'], []],
  ])('%s', (_, enablePayment, platforms, configured, expected) => {
    expect(filterOfferedPlatforms({ enablePayment, platforms }, configured)).toEqual(expected)
  })
})

const states: AttemptState[] = ['created', 'processing', 'requires_action', 'succeeded', 'failed', 'unknown']
const events: AttemptEvent[] = [
  'asked',
  'pending',
  'requires_action',
  'succeeded',
  'declined',
  'unknown',
  'missing',
  'unavailable',
]
// A payment that the provider does not know, or could not be requested from it, comes to nothing.
const endings: AttemptEvent[] = ['succeeded', 'declined', 'missing']

describe('the payment states', () => {
  // Rows: the state. Columns: the events in the order of `events`. A dash is a transition that is ignored.
  const table = `
    created:         processing processing requires_action succeeded failed -       failed failed
    processing:      -          -          requires_action succeeded failed unknown failed failed
    requires_action: -          processing -               succeeded failed -       failed -
    unknown:         -          processing requires_action succeeded failed -       failed -
    failed:          -          -          -               succeeded -      -       -      -
    succeeded:       -          -          -               -         -      -       -      -`
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/:? +/))

  test.each(rows)('%s', (state, ...expected) => {
    const found = events.map((event) => nextState(state as AttemptState, event) ?? '-')
    expect(found).toEqual(expected)
  })

  test('the table contains every state', () => {
    expect(rows.map(([state]) => state).sort()).toEqual([...states].sort())
  })

  const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 12 })
  const after = (happened: AttemptEvent[]) =>
    happened.reduce<AttemptState>((state, event) => nextState(state, event) ?? state, 'created')

  test('a payment has succeeded if and only if the provider ever reported so, in any order of events', () => {
    fc.assert(
      fc.property(anyEvents, (happened) => {
        expect(after(happened) === 'succeeded').toBe(happened.includes('succeeded'))
      }),
    )
  })

  test('a payment is closed if and only if the provider ever reported success or failure', () => {
    fc.assert(
      fc.property(anyEvents, (happened) => {
        const reportedEvents = happened.filter((event) => event !== 'unavailable')
        expect(isOpen(after(reportedEvents))).toBe(!reportedEvents.some((event) => endings.includes(event)))
      }),
    )
  })

  test('repeating all events changes nothing once the payment is closed', () => {
    fc.assert(
      fc.property(anyEvents, (happened) => {
        const state = after(happened)
        fc.pre(!isOpen(state))
        expect(after([...happened, ...happened])).toBe(state)
      }),
    )
  })
})

describe('an open payment', () => {
  test.each([
    [0, 60, 'a minute after it began'],
    [60, 60, 'then as long again as it has been open'],
    [600, 600, 'less and less often'],
    [90_000, 3_600, 'at least every hour'],
  ])('of age %d s is checked again after %d s: %s', (age, expected) => {
    expect(secondsToNextCheck(age)).toBe(expected)
  })

  test.each([
    [1_799, false, 'a bank may take its time'],
    [1_800, true, 'half an hour is longer than any bank waits'],
  ])('of age %d s is abandoned: %s, since %s', (age, expected) => {
    expect(isAbandoned(age)).toBe(expected)
  })
})

describe('an open attempt when another payment of the item is requested', () => {
  const open = { methodId: 'pm_1', amountCents: 4569, quietSeconds: 5 }
  const again = { methodId: 'pm_1', amountCents: 4569 }
  const otherCard = { methodId: 'pm_2', amountCents: 4569 }
  const otherAmount = { methodId: 'pm_1', amountCents: 4000 }

  test.each<[AttemptState, number, typeof again, 'resume' | 'wait' | 'replace', string]>([
    ['requires_action', 5, again, 'resume', 'the question is repeated, its bank still asks'],
    ['requires_action', 5, otherCard, 'replace', 'the holder prefers another card to their bank'],
    ['requires_action', 5, otherAmount, 'replace', 'authentication holds for one amount'],
    ['created', 5, otherCard, 'wait', 'another tab is at it'],
    ['processing', 29, again, 'wait', 'the provider may still answer'],
    ['processing', 30, again, 'replace', 'nobody waits for an answer any more'],
    ['created', 30, otherCard, 'replace', 'its server has died'],
    ['unknown', 0, otherCard, 'replace', 'withdrawing tells what happened'],
  ])('%s, quiet for %d s, on %o: %s (%s)', (state, quietSeconds, wanted, expected) => {
    expect(resolveOpenAttempt({ ...open, state, quietSeconds }, wanted)).toBe(expected)
  })
})

describe('the refund states', () => {
  const events: RefundEvent[] = ['asked', 'made', 'refused', 'unknown', 'returned']
  test.each<[RefundState, (RefundState | null)[], string]>([
    ['pending', ['asked', 'made', 'refused', null, 'returned'], 'a report may be faster than our own note'],
    ['asked', [null, 'made', 'refused', 'unknown', 'returned'], 'it is asked for once'],
    ['unknown', [null, 'made', 'refused', null, 'returned'], 'a report or a person tells'],
    ['made', [null, null, null, null, 'returned'], 'a bank may send it back days later'],
    ['refused', [null, 'made', null, null, 'returned'], 'money that moved is booked, whatever was said before'],
    ['returned', [null, null, null, null, null], 'that it had been made may be heard only after that'],
  ])('%s: %o, since %s', (state, expected) => {
    expect(events.map((event) => nextRefundState(state, event))).toEqual(expected)
  })
})

describe('applyRefund to an item', () => {
  test.each([
    ['paid', 0, true, 'unpaid', 569, 'it is owed again'],
    ['paid', 0, false, 'paid', 0, 'it was paid too much'],
    ['unpaid', 100, true, 'unpaid', 669, 'part of it was owed already'],
    ['manual_verification_required', 0, false, 'paid', 0, 'somebody has looked at it'],
  ])(
    '%s with %d owed, owed again %s: results in %s with %d, since %s',
    (paidStatus, owed, isOwedAgain, status, pending) => {
      const after = applyRefund({ paidStatus, amountPendingCents: owed }, { refundedCents: 569, isOwedAgain })
      expect(after).toEqual({ paidStatus: status, amountPendingCents: pending })
    },
  )
})

describe('applyReturnedDebit to an item', () => {
  test.each([
    ['paid', 0, 'unpaid', 569, 'the debit had paid it'],
    ['paid_without_transaction', 0, 'unpaid', 569, 'another system had booked the debit'],
    ['pending_remesa', 569, 'unpaid', 569, 'the debit was still under way'],
    ['unpaid', 569, 'unpaid', 569, 'another system has booked the return'],
    ['unpaid', 100, 'unpaid', 100, 'a part was paid since'],
  ])('%s with %d owed: results in %s with %d, since %s', (paidStatus, owed, status, pending) => {
    const after = applyReturnedDebit({ paidStatus, amountPendingCents: owed }, 569)
    expect(after).toEqual({ paidStatus: status, amountPendingCents: pending })
  })
})
