import type { FastifyRequest } from 'fastify'
import type { Actors } from '#domains/session/server/actors.ts'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import { type EntryNeeds, sourceOf } from '#domains/session/server/entry.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { notFound, type Refuse, type Serve } from '#kit/server/serve.ts'
import * as api from '../api.ts'
import { type LinkPurpose, linkPurposes, type ResetProblem } from '../rules.ts'
import { type AskingNeeds, askForAccount, askForReset } from './ask.ts'
import { readLinkOutcome } from './link-outcome.ts'
import { findOpenLink, userOfLink } from './link-store.ts'
import { linkNames } from './mailed-link.ts'
import { activateAccount, type NotSet, resetPassword } from './set-password.ts'

type Needs = AskingNeeds &
  EntryNeeds & {
    serve: Serve
    db: AskingNeeds['db']
    actors: Actors
    cookies: SessionCookies
    words: (locale: Locale) => (key: string) => string
  }

/** The calls by which somebody gets an account, or a new password, without being signed in. */
export function accountRoutes({ serve, actors, cookies, words, ...needs }: Needs) {
  const { db, clock } = needs

  serve(api.signUp, async ({ actor, body, request }, refuse) => {
    const {
      accept_conditions,
      accept_gdpr,
      phone = '',
      invoiceNumber = '',
      ...typed
    } = 'FormConfirm' in body ? body.FormConfirm : body
    const values = { ...typed, phone, invoiceNumber, acceptConditionsAndGdpr: accept_conditions && accept_gdpr }
    const acceptanceIn = (locale: Locale) => words(locale)('signUp.accept')
    const asked = await askForAccount({ ...needs, acceptanceIn }, values, askerOf(request, actor))
    if (asked.kind === 'closed') throw refuse('signup_closed')
    if (asked.kind === 'passwordsOff') throw refuse('password_login_off')
    if (asked.kind === 'throttled') throw refuse('too_many_attempts', asked)
    const say = words(actor.locale)
    if (asked.kind === 'asked') return { result: { render: { errors: [], body: say('signUp.sent') } } }
    const errors = asked.problems.map((problem) => say(`fieldErrors.${problem}`))
    return { result: { render: { errors, body: say('signUp.cannot') } } }
  })

  serve(api.askForReset, async ({ actor, body, request }, refuse) => {
    const asked = await askForReset(needs, body, askerOf(request, actor))
    if (asked.kind === 'passwordsOff') throw refuse('password_login_off')
    if (asked.kind === 'throttled') throw refuse('too_many_attempts', asked)
    if (asked.kind === 'unfit') throw refuse('invalid', { fields: fieldsOf(asked.problems) })
    return { status: 'OK' as const }
  })

  serve(api.readLink, async ({ params, request }) => {
    const purpose = linkPurposes.find((known) => known === params.purpose)
    if (!purpose) throw notFound()
    const query = { purpose, secret: secretOf(request, purpose), now: clock() }
    const link = await findOpenLink(db, query)
    if (link) return { is_open: true, user: await userOfLink(db, link), outcome: null }
    return { is_open: false, user: null, outcome: await readLinkOutcome(db, query) }
  })

  serve(api.activateAccount, async ({ body: { link, password }, request, reply }, refuse) => {
    const secret = link ?? secretOf(request, 'activation')
    const set = await activateAccount(needs, { secret, password }, sourceOf(request))
    if (set.kind !== 'entered') throw notSet(set, refuse)
    cookies.drop(request, reply, linkNames.activation)
    cookies.keep(request, reply, set)
    return { token: set.token, signature_url: set.signatureUrl }
  })

  serve(api.resetPassword, async ({ body: { link, password }, request, reply }, refuse) => {
    const secret = link ?? secretOf(request, 'reset')
    const set = await resetPassword(needs, { secret, password }, sourceOf(request))
    if (set.kind !== 'done') throw notSet(set, refuse)
    actors.forget(set.userId)
    cookies.drop(request, reply, linkNames.reset)
    // Whoever tries the account's passwords elsewhere keeps its owner out no longer.
    cookies.rememberDevice(request, reply, set.userId)
    return { status: 'OK' as const }
  })
}

/** The secret of the link that a browser came by. */
export function secretOf(request: FastifyRequest, purpose: LinkPurpose): string | undefined {
  return request.cookies[linkNames[purpose]]
}

/** Who asks for something by a request. */
export function askerOf(request: FastifyRequest, { locale }: Pick<Actor, 'locale'>) {
  return { ...sourceOf(request), locale }
}

function notSet(set: NotSet, refuse: Refuse<typeof api.activateAccount> & Refuse<typeof api.resetPassword>): Error {
  switch (set.kind) {
    case 'over':
      return refuse('link_over')
    case 'passwordsOff':
      return refuse('password_login_off')
    case 'throttled':
      return refuse('too_many_attempts', set)
    case 'unfit':
      return refuse('invalid', { fields: { password: set.problems } })
  }
}

/** What is wrong with each field, as codes. */
function fieldsOf(problems: readonly ResetProblem[]): FieldErrors {
  return Object.fromEntries(
    problems.map((problem) => [problem.split('_')[0]!, [problem.endsWith('_missing') ? 'required' : problem]]),
  )
}
