import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { readIdentityCheck, readScoring } from '../../api.ts'
import type { WizardDraft } from '../draft/wizard-draft.ts'

type ApplicantCheckOutcome = Pick<WizardDraft, 'blocked' | 'isCheckedByPerson'>

/** Checks whether the holder can continue, and whether an operator checks afterwards. */
export async function runChecks(send: Send, leadId: number): Promise<ApplicantCheckOutcome> {
  const params = { leadId: String(leadId) }
  const [scoring, identity] = await Promise.all([
    nullIfUnavailable(send(readScoring, { params })),
    nullIfUnavailable(send(readIdentityCheck, { params })),
  ])
  const isCheckedByPerson = scoring?.by_person === true || identity?.by_person === true
  if (identity?.dni_valid === false) return { blocked: 'dniInvalid', isCheckedByPerson }
  return { blocked: scoring?.scoring === false ? 'badScore' : null, isCheckedByPerson }
}

/** Returns null where a bureau does not answer or its rate limit is reached, so that nobody is blocked. */
async function nullIfUnavailable<Reply>(request: Promise<Reply>): Promise<Reply | null> {
  try {
    return await request
  } catch (failure) {
    if (isRefused(failure) && (failure.status === 503 || failure.status === 429)) return null
    throw failure
  }
}
