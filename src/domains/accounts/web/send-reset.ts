import type { Send } from '#kit/web/send.ts'
import { askForReset } from '../api.ts'
import { resetProblems, taxIdOf } from '../checks.ts'
import type { ResetProblem, ResetValues } from '../rules.ts'

/** Asks for a new password, unless the fields are wrong; answers what is wrong with them. @throws Refused. */
export async function sendReset(send: Send, values: ResetValues): Promise<ResetProblem[]> {
  const problems = resetProblems(values)
  if (problems.length === 0) await send(askForReset, { body: { nif: taxIdOf(values.nif), email: values.email.trim() } })
  return problems
}
