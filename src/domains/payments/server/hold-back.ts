import type { Database } from '#db/database.ts'
import { countVisit, forgetVisits, type VisitLimit } from '#domains/session/server/visitor-throttle.ts'
import { Refused } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { happening } from '#kit/server/happening.ts'
import { countedBy, type Payer, type PaymentLimit, paymentLimits } from '../payment-limits.ts'
import { endHolds, noteHold } from './hold-store.ts'

type Which = 'user and network' | 'card'

/** A try at paying that was refused before the provider was asked. */
export const paymentHeldBack = happening<{ per: PaymentLimit['per'] }>('payment_held_back')

/**
 * Counts a try at paying, before the provider is asked. Who has to wait is listed to operators, and found in the audit log.
 * @throws Refused 429 with the seconds to wait.
 */
export async function admitPayment(
  db: Database,
  payer: Payer,
  { which, requestId, now }: { which: Which; requestId: string; now: Date },
) {
  for (const limit of paymentLimits) {
    const visit = (limit.per === 'card') === (which === 'card') && visitOf(limit, countedBy(limit, payer))
    const seconds = visit ? await countVisit(db, [visit], now) : 0
    if (!visit || seconds <= 0) continue
    await noteHold(db, { limit, value: visit.value, userId: payer.userId, seconds, now })
    await tellOnce(db, { visit, limit, payer, seconds, requestId, now })
    paymentHeldBack.tell({ per: limit.per })
    const current = { retry_after_seconds: seconds }
    throw new Refused('too_many_attempts', 429, { retryAfterSeconds: seconds, extra: { current } })
  }
}

/** Begins the count of who has paid anew, and of the card; a network has others behind it. */
export async function forgiveTries(db: Database, { userId, card }: { userId: number | null; card: string | null }) {
  if (userId !== null)
    await forgiveOne(db, { per: 'user', value: countedBy({ per: 'user' }, { userId, network: '' })! })
  if (card !== null)
    await forgiveOne(db, { per: 'card', value: countedBy({ per: 'card' }, { userId: 0, network: '', card })! })
}

/** Begins the count of one user, network or card anew, and ends its wait. */
export async function forgiveOne(db: Database, { per, value }: Pick<PaymentLimit, 'per'> & { value: string }) {
  const visits = paymentLimits.flatMap((limit) => (limit.per === per ? (visitOf(limit, value) ?? []) : []))
  await forgetVisits(db, [...visits, ...visits.map(noteOf)])
  await endHolds(db, { per, value })
}

function visitOf(limit: PaymentLimit, value: string | undefined): VisitLimit | undefined {
  if (value === undefined) return undefined
  const { most, minutes, waitMinutes } = limit
  const per = limit.per === 'network' ? 'network' : 'key'
  return { what: `payment within ${minutes}`, per, value, most, minutes, waitMinutes }
}

type Held = { visit: VisitLimit; limit: PaymentLimit; payer: Payer; seconds: number; requestId: string; now: Date }

// Once per wait, however often it is tried meanwhile.
async function tellOnce(db: Database, { visit, limit, payer, seconds, requestId, now }: Held) {
  if ((await countVisit(db, [{ ...noteOf(visit), minutes: Math.ceil(seconds / 60) }], now)) > 0) return
  await writeAudit(db, {
    action: 'payment_held_back',
    actorUserId: payer.userId,
    subject: `user:${payer.userId}`,
    after: { per: limit.per, tries: limit.most, minutes: limit.minutes, waitSeconds: seconds },
    requestId,
  })
}

// That a wait was told of; counted as once.
function noteOf({ waitMinutes: _, ...visit }: VisitLimit): VisitLimit {
  return { ...visit, what: `${visit.what} told`, most: 1 }
}
