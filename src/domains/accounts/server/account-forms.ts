import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { requestSourceOf, type SignInDeps } from '#domains/session/server/sign-in/sign-in.ts'
import { type Form, type FormInput, type FormOutcome, form, invalidForm, type ServeForm } from '#kit/server/form.ts'
import { linkNames } from './mailed-link.ts'
import { linkSecretOf, requesterOf } from './routes.ts'
import { activateAccount, resetPassword, type SetPasswordFailure } from './set-password.ts'
import {
  type AcceptanceTexts,
  type AccountRequestDeps,
  requestAccount,
  requestResetMail,
} from './submit-account-request.ts'

const signUpForm = form({ page: '/register', access: 'anyone' })
const activationForm = form({ page: '/activation', access: 'anyone' })
const resetPasswordForm = form({ page: '/reset-password', access: 'anyone' })

type AccountFormDeps = SignInDeps &
  AccountRequestDeps &
  AcceptanceTexts & { db: Kysely<DB>; serve: ServeForm; actors: Actors; cookies: SessionCookies }

/** Serves the forms of sign-up, activation and password recovery. */
export function accountForms(deps: AccountFormDeps) {
  const { serve, actors, cookies } = deps

  const requestOn = (page: string) => {
    return async ({ actor, fields, request }: FormInput<Form>) => {
      const { nif = '', contract = '', invoiceNumber = '', email = '', email2 = '', phone = '' } = fields
      const values = { nif, contract, invoiceNumber, email, email2, phone }
      const acceptConditionsAndGdpr = fields.acceptConditionsAndGdpr !== undefined
      const requester = requesterOf(request, actor)
      const result = await requestAccount(deps, { ...values, acceptConditionsAndGdpr }, requester)
      return outcomeOfRequest(result, `${page}?sent=1`)
    }
  }
  const requestActivation = requestOn('/activation')

  serve(signUpForm, requestOn('/register'))

  serve(activationForm, async (posted) => {
    const { fields, request, reply } = posted
    const { password, repeat } = fields
    if (password === undefined) return requestActivation(posted)
    if (password !== repeat) return invalidForm('password_repeat_differs')
    const credentials = { secret: linkSecretOf(request, 'activation'), password }
    const result = await activateAccount(deps, credentials, requestSourceOf(request))
    if (result.kind !== 'signedIn') return outcomeOfRefusal(result)
    cookies.remove(request, reply, linkNames.activation)
    cookies.saveSession(request, reply, result)
    return { kind: 'redirect', address: result.signatureUrl ?? '/welcome' }
  })

  serve(resetPasswordForm, async ({ actor, fields, request, reply }) => {
    const { nif = '', email = '', password, repeat } = fields
    if (password === undefined) {
      const requester = requesterOf(request, actor)
      return outcomeOfRequest(await requestResetMail(deps, { nif, email }, requester), '/reset-password?sent=1')
    }
    if (password !== repeat) return invalidForm('password_repeat_differs')
    const credentials = { secret: linkSecretOf(request, 'reset'), password }
    const result = await resetPassword(deps, credentials, requestSourceOf(request))
    if (result.kind !== 'done') return outcomeOfRefusal(result)
    actors.forget(result.userId)
    cookies.remove(request, reply, linkNames.reset)
    cookies.rememberDevice(request, reply, result.userId)
    return { kind: 'redirect', address: '/reset-password?step=done' }
  })
}

function outcomeOfRequest(
  result: Awaited<ReturnType<typeof requestAccount | typeof requestResetMail>>,
  doneAddress: string,
): FormOutcome {
  if (result.kind === 'requested') return { kind: 'redirect', address: doneAddress }
  if (result.kind === 'rejected') return invalidForm(...result.problems)
  return invalidForm(refusalCodes[result.kind])
}

function outcomeOfRefusal(refusal: SetPasswordFailure): FormOutcome {
  return invalidForm(...(refusal.kind === 'rejected' ? refusal.problems : [refusalCodes[refusal.kind]]))
}

const refusalCodes = {
  closed: 'signup_closed',
  passwordsOff: 'password_login_off',
  throttled: 'too_many_attempts',
  expired: 'link_over',
} as const
