import { askForAccount, askForReset } from '#domains/accounts/server/ask.ts'
import { linkNames } from '#domains/accounts/server/mailed-link.ts'
import { askerOf, secretOf } from '#domains/accounts/server/routes.ts'
import { activateAccount, type NotSet, resetPassword } from '#domains/accounts/server/set-password.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { sourceOf } from '#domains/session/server/entry.ts'
import type { Locale } from '#kit/locale.ts'
import type { Context } from './context.ts'
import type { Form, Outcome } from './session-forms.ts'
import { translator } from './texts.ts'

/** The forms of sign-up, activation and password recovery, by the page they stand on in key form. */
export function accountForms({ context, actors }: { context: Context; actors: Actors }): Record<string, Form> {
  const needs = {
    ...context,
    allowsPasswords: () => context.openid.allowsPasswords(),
    acceptanceIn: (locale: Locale) => translator(locale, 'accounts')('signUp.accept'),
  }

  const askAgain = (page: string): Form => {
    return async ({ fields, request }) => {
      const { nif = '', contract = '', invoiceNumber = '', email = '', email2 = '', phone = '' } = fields
      const values = { nif, contract, invoiceNumber, email, email2, phone }
      const acceptConditionsAndGdpr = fields.acceptConditionsAndGdpr !== undefined
      const asker = askerOf(request, await actors.actorOf(request))
      const asked = await askForAccount(needs, { ...values, acceptConditionsAndGdpr }, asker)
      return told(asked, `${page}?sent=1`)
    }
  }
  const register = askAgain('/register')
  const activation = askAgain('/activation')

  return {
    '/register': register,

    async '/activation'(posted) {
      const { fields, request, reply } = posted
      const { password, repeat } = fields
      if (password === undefined) return activation(posted)
      if (password !== repeat) return again('password_repeat_differs')
      const given = { secret: secretOf(request, 'activation'), password }
      const set = await activateAccount(needs, given, sourceOf(request))
      if (set.kind !== 'entered') return notSet(set)
      context.cookies.drop(request, reply, linkNames.activation)
      context.cookies.keep(request, reply, set)
      return { kind: 'goOn', address: set.signatureUrl ?? '/welcome' }
    },

    async '/reset-password'({ fields, request, reply }) {
      const { nif = '', email = '', password, repeat } = fields
      if (password === undefined) {
        const asker = askerOf(request, await actors.actorOf(request))
        return told(await askForReset(needs, { nif, email }, asker), '/reset-password?sent=1')
      }
      if (password !== repeat) return again('password_repeat_differs')
      const given = { secret: secretOf(request, 'reset'), password }
      const set = await resetPassword(needs, given, sourceOf(request))
      if (set.kind !== 'done') return notSet(set)
      actors.forget(set.userId)
      context.cookies.drop(request, reply, linkNames.reset)
      context.cookies.rememberDevice(request, reply, set.userId)
      return { kind: 'goOn', address: '/reset-password?step=done' }
    },
  }
}

function told(asked: Awaited<ReturnType<typeof askForAccount | typeof askForReset>>, done: string): Outcome {
  if (asked.kind === 'asked') return { kind: 'goOn', address: done }
  if (asked.kind === 'unfit') return again(...asked.problems)
  return again(codes[asked.kind])
}

function notSet(set: NotSet): Outcome {
  return again(...(set.kind === 'unfit' ? set.problems : [codes[set.kind]]))
}

const codes = {
  closed: 'signup_closed',
  passwordsOff: 'password_login_off',
  throttled: 'too_many_attempts',
  over: 'link_over',
} as const

function again(...failed: string[]): Outcome {
  return { kind: 'again', failed }
}
