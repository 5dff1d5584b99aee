import type { PaidStatus } from '#domains/invoices/rules.ts'
import type texts from '#domains/invoices/texts/es.json'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { BilledMonth } from '../calendar.ts'
import type { BillScenario } from '../customers/demo-holder.ts'

/** A state in an invoice's history; its label is in the invoice texts. */
type HistoryState = keyof (typeof texts)['pendingStates']

/** The current status of an invoice and the history that led to it. */
export type BillOutcome = {
  paidStatus: PaidStatus
  pendingCents: Cents
  history: { day: MarketDay; state: HistoryState }[]
}

type BillInput = {
  scenario: BillScenario | undefined
  month: BilledMonth
  totalCents: Cents
  paysByTransfer: boolean
  today: MarketDay
}

/**
 * Returns the outcome of a bill by its scenario. Without one the newest bill awaits payment and the earlier ones are
 * paid.
 */
export function billOutcomeOf(bill: BillInput): BillOutcome {
  const { history, ...status } = bill.totalCents === 0 ? nothingOwedOutcome(bill) : outcomeOfScenario(bill)
  return { ...status, history: history.filter(({ day }) => day <= bill.today) }
}

function outcomeOfScenario(bill: BillInput): BillOutcome {
  const { scenario, month, totalCents } = bill
  const { dueOn } = month
  const returned = [...initialHistory(bill), { day: addDays(dueOn, 1), state: 'returned' as const }]
  const reminded = [...returned, { day: addDays(dueOn, 8), state: 'reminded' as const }]
  switch (scenario) {
    case undefined:
    case 'wrongPower':
      return usualOutcome(bill)
    case 'unpaid':
      return { paidStatus: 'unpaid', pendingCents: totalCents, history: reminded }
    case 'partlyPaid':
      return {
        paidStatus: 'unpaid',
        pendingCents: Math.round(totalCents * 0.4),
        history: [...reminded, { day: addDays(dueOn, 20), state: 'partly_paid' }],
      }
    case 'paidAfterReturn':
      return settledOutcome('paid', [...returned, { day: addDays(dueOn, 6), state: 'paid_by_card' }])
    case 'inReview':
      return settledOutcome('manual_verification_required', [
        ...initialHistory(bill),
        { day: addDays(dueOn, -2), state: 'in_review' },
      ])
    case 'paidWithoutTransaction':
      return settledOutcome('paid_without_transaction', [
        ...initialHistory(bill),
        { day: addDays(dueOn, 2), state: 'paid' },
      ])
  }
}

function usualOutcome(bill: BillInput): BillOutcome {
  const { month, totalCents, paysByTransfer } = bill
  if (month.age > 0) return settledOutcome('paid', [...initialHistory(bill), { day: month.dueOn, state: 'paid' }])
  return {
    paidStatus: paysByTransfer ? 'pending_transfer' : 'pending_remesa',
    pendingCents: totalCents,
    history: initialHistory(bill),
  }
}

/** A bill that was paid in full from the wallet. */
function nothingOwedOutcome({ month: { issuedOn } }: BillInput): BillOutcome {
  return settledOutcome('paid', [
    { day: issuedOn, state: 'issued' },
    { day: addDays(issuedOn, 1), state: 'paid' },
  ])
}

function settledOutcome(paidStatus: PaidStatus, history: BillOutcome['history']): BillOutcome {
  return { paidStatus, pendingCents: 0, history }
}

function initialHistory({ month: { issuedOn, dueOn }, paysByTransfer }: BillInput): BillOutcome['history'] {
  return [
    { day: issuedOn, state: 'issued' },
    paysByTransfer
      ? { day: addDays(issuedOn, 1), state: 'waiting_transfer' }
      : { day: addDays(dueOn, -5), state: 'sent_to_bank' },
  ]
}
