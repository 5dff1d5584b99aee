import type { Send } from '#kit/web/send.ts'
import { requestPasswordReset } from '../api.ts'
import { normalizeTaxId, resetProblems } from '../form-problems.ts'
import type { ResetProblem, ResetValues } from '../rules.ts'

/** Requests a new password, unless the fields are invalid. Returns their problems. @throws Refused. */
export async function sendPasswordReset(send: Send, values: ResetValues): Promise<ResetProblem[]> {
  const problems = resetProblems(values)
  if (problems.length === 0)
    await send(requestPasswordReset, { body: { nif: normalizeTaxId(values.nif), email: values.email.trim() } })
  return problems
}
