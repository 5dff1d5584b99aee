import { isAbandoned, isOpen } from '../rules.ts'
import { type Attempt, claimDueAttempts } from './attempt-store.ts'
import { closeAttempt, learn, type PayNeeds } from './pay.ts'
import { isOutdated } from './seen-amount.ts'

const atOnce = 10

/**
 * Asks the providers about attempts that stay open: an answer that got lost, a server that died, a holder who never came
 * back. What has not succeeded by then is withdrawn, but for a holder who may still be at their bank for what is owed now.
 * True when there were any.
 */
export async function reconcileAttempts(needs: PayNeeds): Promise<boolean> {
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

/** What came of asking now: the provider told how a payment stands, gave no answer, or knows nothing of it yet. */
export type Asked = { attempt: Attempt; answer: 'told' | 'silent' | 'nothing' }

/**
 * Asks the provider now how a payment stands, for whoever looks at it, and takes the answer. Nothing is withdrawn: a holder
 * may be at their bank. One that was given up is asked about too, since its money may have moved all the same.
 */
export async function askNow(needs: PayNeeds, attempt: Attempt): Promise<Asked> {
  if (attempt.state === 'created' || (attempt.provider_payment === null && !isOpen(attempt.state)))
    return { attempt, answer: 'nothing' }
  let answer: Asked['answer'] = attempt.provider_payment === null ? 'nothing' : 'told'
  const progress = await learn(needs, attempt, async (payments, paymentId) => {
    const outcome = await payments.lookUp(paymentId)
    if (outcome.kind === 'unknown') answer = 'silent'
    return outcome
  })
  return { attempt: progress.attempt, answer }
}

async function reconcile(needs: PayNeeds, attempt: Attempt, now: Date) {
  const ageSeconds = (now.getTime() - attempt.created_at.getTime()) / 1000
  const mayAnswer = attempt.state === 'requires_action' && !isAbandoned(ageSeconds)
  if (mayAnswer && !(await isOutdated(needs.db, attempt)))
    await learn(needs, attempt, (payments, paymentId) => payments.lookUp(paymentId))
  else await closeAttempt(needs, attempt)
}
