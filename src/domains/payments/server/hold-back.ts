import type { Database } from '#db/database.ts'
import { countVisit, forgetVisits, type VisitLimit } from '#domains/session/server/visitor-throttle.ts'
import { Refused } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { countedBy, type Payer, type PaymentLimit, paymentLimits } from '../payment-limits.ts'

type Which = 'user and network' | 'card'

/**
 * Counts a try at paying, before the provider is asked. Operators find in the audit log who has to wait.
 * @throws Refused 429 with the seconds to wait.
 */
export async function admitPayment(
  db: Database,
  payer: Payer,
  { which, requestId, now }: { which: Which; requestId: string; now: Date },
) {
  for (const limit of paymentLimits) {
    const visit = (limit.per === 'card') === (which === 'card') && visitOf(limit, payer)
    const seconds = visit ? await countVisit(db, [visit], now) : 0
    if (!visit || seconds <= 0) continue
    await tellOnce(db, { visit, limit, payer, seconds, requestId, now })
    const current = { retry_after_seconds: seconds }
    throw new Refused('too_many_attempts', 429, { retryAfterSeconds: seconds, extra: { current } })
  }
}

/** Begins the count of who has paid anew, and of the card; a network has others behind it. */
export async function forgiveTries(db: Database, payer: Payer) {
  const own = paymentLimits.filter(({ per }) => per !== 'network')
  await forgetVisits(
    db,
    own.flatMap((limit) => visitOf(limit, payer) ?? []),
  )
}

function visitOf(limit: PaymentLimit, payer: Payer): VisitLimit | undefined {
  const value = countedBy(limit, payer)
  if (value === undefined) return undefined
  const { most, minutes, waitMinutes } = limit
  const per = limit.per === 'network' ? 'network' : 'key'
  return { what: `payment within ${minutes}`, per, value, most, minutes, waitMinutes }
}

type Held = { visit: VisitLimit; limit: PaymentLimit; payer: Payer; seconds: number; requestId: string; now: Date }

// Once per wait, however often it is tried meanwhile.
async function tellOnce(db: Database, { visit, limit, payer, seconds, requestId, now }: Held) {
  const told = {
    ...visit,
    what: `${visit.what} told`,
    most: 1,
    minutes: Math.ceil(seconds / 60),
    waitMinutes: undefined,
  }
  if ((await countVisit(db, [told], now)) > 0) return
  await writeAudit(db, {
    action: 'payment_held_back',
    actorUserId: payer.userId,
    subject: `user:${payer.userId}`,
    after: { per: limit.per, tries: limit.most, minutes: limit.minutes, waitSeconds: seconds },
    requestId,
  })
}
