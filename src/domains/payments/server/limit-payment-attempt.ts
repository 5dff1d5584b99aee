import type { Database } from '#db/database.ts'
import { Refused } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import { countVisit, resetVisits, type VisitLimit } from '#kit/server/visitor-throttle.ts'
import { limitKeyOf, type Payer, type PaymentLimit, paymentLimits } from '../payment-limits.ts'
import { deleteHold, storeHold } from './hold-store.ts'

type LimitScope = 'user and network' | 'card'

/** Published when a payment try is refused before the provider is called. */
export const paymentHeldBack = eventChannel<{ per: PaymentLimit['per'] }>('payment_held_back')

/**
 * Counts a payment try before the provider is called. A payer who has to wait is listed for operators and recorded in
 * the audit log.
 * @throws Refused 429 with the seconds to wait.
 */
export async function limitPaymentAttempt(
  db: Database,
  payer: Payer,
  { scope, requestId, now }: { scope: LimitScope; requestId: string; now: Date },
) {
  for (const limit of paymentLimits) {
    const visit = (limit.per === 'card') === (scope === 'card') && visitLimitOf(limit, limitKeyOf(limit, payer))
    const seconds = visit ? await countVisit(db, [visit], now) : 0
    if (!visit || seconds <= 0) continue
    await storeHold(db, { limit, value: visit.value, userId: payer.userId, seconds, now })
    await auditOnce(db, { visit, limit, payer, seconds, requestId, now })
    paymentHeldBack.publish({ per: limit.per })
    const current = { retry_after_seconds: seconds }
    throw new Refused('too_many_attempts', 429, { retryAfterSeconds: seconds, extra: { current } })
  }
}

/** Resets the limits of a user who has paid and of the card. The network is not reset, because other users share it. */
export async function resetLimitsOfPayer(
  db: Database,
  { userId, card }: { userId: number | null; card: string | null },
) {
  if (userId !== null)
    await resetLimit(db, { per: 'user', value: limitKeyOf({ per: 'user' }, { userId, network: '' })! })
  if (card !== null)
    await resetLimit(db, { per: 'card', value: limitKeyOf({ per: 'card' }, { userId: 0, network: '', card })! })
}

/** Resets the limits of one user, network or card, and ends its wait. */
export async function resetLimit(db: Database, { per, value }: Pick<PaymentLimit, 'per'> & { value: string }) {
  const visits = paymentLimits.flatMap((limit) => (limit.per === per ? (visitLimitOf(limit, value) ?? []) : []))
  await resetVisits(db, [...visits, ...visits.map(auditLimitOf)])
  await deleteHold(db, { per, value })
}

function visitLimitOf(limit: PaymentLimit, value: string | undefined): VisitLimit | undefined {
  if (value === undefined) return undefined
  const { maxTries, minutes, waitMinutes } = limit
  const per = limit.per === 'network' ? 'network' : 'key'
  return { what: `payment within ${minutes}`, per, value, maxCount: maxTries, minutes, waitMinutes }
}

type PaymentWaitInput = {
  visit: VisitLimit
  limit: PaymentLimit
  payer: Payer
  seconds: number
  requestId: string
  now: Date
}

// Audited once per wait, however many tries follow.
async function auditOnce(db: Database, { visit, limit, payer, seconds, requestId, now }: PaymentWaitInput) {
  if ((await countVisit(db, [{ ...auditLimitOf(visit), minutes: Math.ceil(seconds / 60) }], now)) > 0) return
  await writeAudit(db, {
    action: 'payment_held_back',
    actorUserId: payer.userId,
    subject: `user:${payer.userId}`,
    after: { per: limit.per, tries: limit.maxTries, minutes: limit.minutes, waitSeconds: seconds },
    requestId,
  })
}

// The limit that counts the audit entry of a wait, with a maximum of one.
function auditLimitOf({ waitMinutes: _, ...visit }: VisitLimit): VisitLimit {
  return { ...visit, what: `${visit.what} told`, maxCount: 1 }
}
