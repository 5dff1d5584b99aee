import type { PaidStatus } from '#domains/invoices/rules.ts'
import type texts from '#domains/invoices/texts/es.json'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { BilledMonth } from '../calendar.ts'
import type { BillStory } from '../cast/demo-holder.ts'

/** A state of an invoice's history; its words are among the texts of invoices. */
type HistoryState = keyof (typeof texts)['pendingStates']

/** How an invoice stands today, and how it came to it. */
export type Fate = {
  paidStatus: PaidStatus
  pendingCents: Cents
  history: { day: MarketDay; state: HistoryState }[]
}

type Bill = {
  story: BillStory | undefined
  month: BilledMonth
  totalCents: Cents
  paysByTransfer: boolean
  today: MarketDay
}

/** The fate of a bill by its story. Without one the newest waits for its payment, and those before are paid. */
export function fateOf(bill: Bill): Fate {
  const { history, ...standing } = bill.totalCents === 0 ? nothingOwed(bill) : told(bill)
  return { ...standing, history: history.filter(({ day }) => day <= bill.today) }
}

function told(bill: Bill): Fate {
  const { story, month, totalCents } = bill
  const { dueOn } = month
  const returned = [...begun(bill), { day: addDays(dueOn, 1), state: 'returned' as const }]
  const reminded = [...returned, { day: addDays(dueOn, 8), state: 'reminded' as const }]
  switch (story) {
    case undefined:
    case 'wrongPower':
      return usual(bill)
    case 'unpaid':
      return { paidStatus: 'unpaid', pendingCents: totalCents, history: reminded }
    case 'partlyPaid':
      return {
        paidStatus: 'unpaid',
        pendingCents: Math.round(totalCents * 0.4),
        history: [...reminded, { day: addDays(dueOn, 20), state: 'partly_paid' }],
      }
    case 'paidAfterReturn':
      return settled('paid', [...returned, { day: addDays(dueOn, 6), state: 'paid_by_card' }])
    case 'inReview':
      return settled('manual_verification_required', [...begun(bill), { day: addDays(dueOn, -2), state: 'in_review' }])
    case 'paidWithoutTransaction':
      return settled('paid_without_transaction', [...begun(bill), { day: addDays(dueOn, 2), state: 'paid' }])
  }
}

function usual(bill: Bill): Fate {
  const { month, totalCents, paysByTransfer } = bill
  if (month.age > 0) return settled('paid', [...begun(bill), { day: month.dueOn, state: 'paid' }])
  return {
    paidStatus: paysByTransfer ? 'pending_transfer' : 'pending_remesa',
    pendingCents: totalCents,
    history: begun(bill),
  }
}

/** A bill that the wallet paid whole. */
function nothingOwed({ month: { issuedOn } }: Bill): Fate {
  return settled('paid', [
    { day: issuedOn, state: 'issued' },
    { day: addDays(issuedOn, 1), state: 'paid' },
  ])
}

function settled(paidStatus: PaidStatus, history: Fate['history']): Fate {
  return { paidStatus, pendingCents: 0, history }
}

function begun({ month: { issuedOn, dueOn }, paysByTransfer }: Bill): Fate['history'] {
  return [
    { day: issuedOn, state: 'issued' },
    paysByTransfer
      ? { day: addDays(issuedOn, 1), state: 'waiting_transfer' }
      : { day: addDays(dueOn, -5), state: 'sent_to_bank' },
  ]
}
