import { isAbandoned, isOpen } from '../../rules.ts'
import { type Attempt, claimDueAttempts } from '../attempt-store.ts'
import { closeAttempt, type PaymentDeps, refreshAttempt } from '../pay.ts'
import { isOutdated } from '../refuse-other-amount.ts'

const maxAttemptsPerRun = 10

/**
 * Queries the providers about attempts that stay open: because an answer was lost, a server died, or a holder never
 * returned. Attempts that have not succeeded are withdrawn, unless their holder may still be at their bank for the
 * amount that is owed now. Returns whether there were any.
 */
export async function reconcileAttempts(deps: PaymentDeps): Promise<boolean> {
  const now = deps.clock()
  const due = await claimDueAttempts(deps.db, { now, limit: maxAttemptsPerRun })
  for (const attempt of due) {
    try {
      await reconcileAttempt(deps, attempt, now)
    } catch (error) {
      const { payment_attempt_id: attemptId, platform } = attempt
      deps.log.error({ attemptId, platform, error: (error as Error).message }, 'payment not reconciled')
    }
  }
  return due.length > 0
}

/** The result of querying a provider: it reported the state of a payment, gave no answer, or does not know it yet. */
export type ProviderQueryResult = { attempt: Attempt; answer: 'told' | 'silent' | 'nothing' }

/**
 * Queries the provider about a payment for an operator and records the answer. Nothing is withdrawn, because a holder
 * may be at their bank. Abandoned payments are queried too, because their money may have moved all the same.
 */
export async function queryProvider(deps: PaymentDeps, attempt: Attempt): Promise<ProviderQueryResult> {
  if (attempt.state === 'created' || (attempt.provider_payment === null && !isOpen(attempt.state)))
    return { attempt, answer: 'nothing' }
  let answer: ProviderQueryResult['answer'] = attempt.provider_payment === null ? 'nothing' : 'told'
  const progress = await refreshAttempt(deps, attempt, async (payments, paymentId) => {
    const outcome = await payments.lookUp(paymentId)
    if (outcome.kind === 'unknown') answer = 'silent'
    return outcome
  })
  return { attempt: progress.attempt, answer }
}

async function reconcileAttempt(deps: PaymentDeps, attempt: Attempt, now: Date) {
  const ageSeconds = (now.getTime() - attempt.created_at.getTime()) / 1000
  const mayAnswer = attempt.state === 'requires_action' && !isAbandoned(ageSeconds)
  if (mayAnswer && !(await isOutdated(deps.db, attempt)))
    await refreshAttempt(deps, attempt, (payments, paymentId) => payments.lookUp(paymentId))
  else await closeAttempt(deps, attempt)
}
