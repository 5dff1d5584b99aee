import type { Send } from '#kit/web/send.ts'
import { signUp } from '../api.ts'
import { signUpProblems, taxIdOf } from '../checks.ts'
import type { AskedFields, SignUpProblem, SignUpValues } from '../rules.ts'

/** What became of a sign-up: what is wrong with its fields, why the server did not take it, and what happens next. */
type SentSignUp = { problems: SignUpProblem[]; errors: string[]; body: string }

/** Sends a sign-up, unless its fields are wrong. @throws Refused. */
export async function sendSignUp(send: Send, values: SignUpValues, asked: AskedFields): Promise<SentSignUp> {
  const problems = signUpProblems(values, asked)
  if (problems.length) return { problems, errors: [], body: '' }
  const { nif, contract, invoiceNumber, email, email2, phone, acceptConditionsAndGdpr } = values
  const { result } = await send(signUp, {
    body: {
      nif: taxIdOf(nif),
      contract: contract.trim(),
      email: email.trim(),
      email2: email2.trim(),
      accept_conditions: acceptConditionsAndGdpr,
      accept_gdpr: acceptConditionsAndGdpr,
      ...(asked.phoneField ? { phone: phone.trim() } : {}),
      ...(asked.invoiceNumberField ? { invoiceNumber: invoiceNumber.trim() } : {}),
    },
  })
  const { errors, body } = result.render
  return { problems, errors: Object.values(errors).flat(), body }
}
