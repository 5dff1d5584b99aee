import type { Send } from '#kit/web/send.ts'
import { signUp } from '../api.ts'
import { normalizeTaxId, signUpProblems } from '../form-problems.ts'
import type { OptionalFields, SignUpProblem, SignUpValues } from '../rules.ts'

/** The outcome of a sign-up: the problems of its fields, why the server refused it, and what happens next. */
type SignUpResult = { problems: SignUpProblem[]; errors: string[]; body: string }

/** Sends a sign-up, unless its fields are invalid. @throws Refused. */
export async function sendSignUp(send: Send, values: SignUpValues, fields: OptionalFields): Promise<SignUpResult> {
  const problems = signUpProblems(values, fields)
  if (problems.length) return { problems, errors: [], body: '' }
  const { nif, contract, invoiceNumber, email, email2, phone, acceptConditionsAndGdpr } = values
  const { result } = await send(signUp, {
    body: {
      nif: normalizeTaxId(nif),
      contract: contract.trim(),
      email: email.trim(),
      email2: email2.trim(),
      accept_conditions: acceptConditionsAndGdpr,
      accept_gdpr: acceptConditionsAndGdpr,
      ...(fields.phoneField ? { phone: phone.trim() } : {}),
      ...(fields.invoiceNumberField ? { invoiceNumber: invoiceNumber.trim() } : {}),
    },
  })
  const { errors, body } = result.render
  return { problems, errors: Object.values(errors).flat(), body }
}
