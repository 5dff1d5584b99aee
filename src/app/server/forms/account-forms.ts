import { linkNames } from '#domains/accounts/server/mailed-link.ts'
import { linkSecretOf, requesterOf } from '#domains/accounts/server/routes.ts'
import { activateAccount, resetPassword, type SetPasswordFailure } from '#domains/accounts/server/set-password.ts'
import { requestAccount, requestResetMail } from '#domains/accounts/server/submit-account-request.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { requestSourceOf } from '#domains/session/server/sign-in.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from '../wiring/context.ts'
import type { FormHandler, FormOutcome } from './session-forms.ts'

/** The forms of sign-up, activation and password recovery, by the key form of their page. */
export function createAccountForms({
  context,
  actors,
}: {
  context: Context
  actors: Actors
}): Record<string, FormHandler> {
  const deps = {
    ...context,
    allowsPasswords: () => context.openid.allowsPasswords(),
    acceptanceText: (locale: Locale) => translator(locale, 'accounts')('signUp.accept'),
  }

  const requestAccountForm = (page: string): FormHandler => {
    return async ({ fields, request }) => {
      const { nif = '', contract = '', invoiceNumber = '', email = '', email2 = '', phone = '' } = fields
      const values = { nif, contract, invoiceNumber, email, email2, phone }
      const acceptConditionsAndGdpr = fields.acceptConditionsAndGdpr !== undefined
      const requester = requesterOf(request, await actors.actorOf(request))
      const result = await requestAccount(deps, { ...values, acceptConditionsAndGdpr }, requester)
      return outcomeOfRequest(result, `${page}?sent=1`)
    }
  }
  const register = requestAccountForm('/register')
  const activation = requestAccountForm('/activation')

  return {
    '/register': register,

    async '/activation'(posted) {
      const { fields, request, reply } = posted
      const { password, repeat } = fields
      if (password === undefined) return activation(posted)
      if (password !== repeat) return invalidOutcome('password_repeat_differs')
      const credentials = { secret: linkSecretOf(request, 'activation'), password }
      const result = await activateAccount(deps, credentials, requestSourceOf(request))
      if (result.kind !== 'signedIn') return outcomeOfRefusal(result)
      context.cookies.remove(request, reply, linkNames.activation)
      context.cookies.saveSession(request, reply, result)
      return { kind: 'redirect', address: result.signatureUrl ?? '/welcome' }
    },

    async '/reset-password'({ fields, request, reply }) {
      const { nif = '', email = '', password, repeat } = fields
      if (password === undefined) {
        const requester = requesterOf(request, await actors.actorOf(request))
        return outcomeOfRequest(await requestResetMail(deps, { nif, email }, requester), '/reset-password?sent=1')
      }
      if (password !== repeat) return invalidOutcome('password_repeat_differs')
      const credentials = { secret: linkSecretOf(request, 'reset'), password }
      const result = await resetPassword(deps, credentials, requestSourceOf(request))
      if (result.kind !== 'done') return outcomeOfRefusal(result)
      actors.forget(result.userId)
      context.cookies.remove(request, reply, linkNames.reset)
      context.cookies.rememberDevice(request, reply, result.userId)
      return { kind: 'redirect', address: '/reset-password?step=done' }
    },
  }
}

function outcomeOfRequest(
  result: Awaited<ReturnType<typeof requestAccount | typeof requestResetMail>>,
  doneAddress: string,
): FormOutcome {
  if (result.kind === 'requested') return { kind: 'redirect', address: doneAddress }
  if (result.kind === 'rejected') return invalidOutcome(...result.problems)
  return invalidOutcome(refusalCodes[result.kind])
}

function outcomeOfRefusal(refusal: SetPasswordFailure): FormOutcome {
  return invalidOutcome(...(refusal.kind === 'rejected' ? refusal.problems : [refusalCodes[refusal.kind]]))
}

const refusalCodes = {
  closed: 'signup_closed',
  passwordsOff: 'password_login_off',
  throttled: 'too_many_attempts',
  expired: 'link_over',
} as const

function invalidOutcome(...failed: string[]): FormOutcome {
  return { kind: 'invalid', failed }
}
