import { isAbandoned } from '../rules.ts'
import { type Attempt, claimDueAttempts } from './attempt-store.ts'
import { closeAttempt, learn, type PayNeeds } from './pay.ts'

type Log = { error(details: object, message: string): void }

const atOnce = 10

/**
 * Asks the providers about attempts that stay open: an answer that got lost, a server that died, a holder who never came
 * back. What has not succeeded by then is withdrawn, but for a holder who may still be at their bank. True when there
 * were any.
 */
export async function reconcileAttempts(needs: PayNeeds & { log: Log }): Promise<boolean> {
  const now = needs.clock()
  const due = await claimDueAttempts(needs.db, { now, limit: atOnce })
  for (const attempt of due) {
    try {
      await reconcile(needs, attempt, now)
    } catch (error) {
      const { payment_attempt_id: attemptId, platform } = attempt
      needs.log.error({ attemptId, platform, error: (error as Error).message }, 'payment not reconciled')
    }
  }
  return due.length > 0
}

async function reconcile(needs: PayNeeds, attempt: Attempt, now: Date) {
  const ageSeconds = (now.getTime() - attempt.created_at.getTime()) / 1000
  if (attempt.state === 'requires_action' && !isAbandoned(ageSeconds))
    await learn(needs, attempt, (payments) => payments.lookUp(attempt.provider_payment!))
  else await closeAttempt(needs, attempt)
}
