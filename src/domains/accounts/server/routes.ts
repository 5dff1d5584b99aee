import type { FastifyRequest } from 'fastify'
import { type LinkPurpose, linkPurposes } from '#domains/session/link-purposes.ts'
import { findOpenLink, loginOfLink } from '#domains/session/server/accounts/account-link-store.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { requestSourceOf, type SignInDeps } from '#domains/session/server/sign-in/sign-in.ts'
import type { Actor } from '#kit/actor.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { notFound, type Refuse, type Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import * as api from '../api.ts'
import type { ResetProblem } from '../rules.ts'
import { readLinkOutcome } from './link-outcome.ts'
import { linkNames } from './mailed-link.ts'
import { activateAccount, resetPassword, type SetPasswordFailure } from './set-password.ts'
import { type AccountRequestDeps, requestAccount, requestResetMail } from './submit-account-request.ts'

type AccountRouteDeps = AccountRequestDeps &
  SignInDeps & {
    serve: Serve
    db: AccountRequestDeps['db']
    actors: Actors
    cookies: SessionCookies
    textsFor: (locale: Locale) => (key: string) => string
  }

/** Registers the calls by which visitors get an account or a new password without being signed in. */
export function accountRoutes({ serve, actors, cookies, textsFor, ...deps }: AccountRouteDeps) {
  const { db, clock } = deps

  serve(api.signUp, async ({ actor, body, request }, refuse) => {
    const {
      accept_conditions,
      accept_gdpr,
      phone = '',
      invoiceNumber = '',
      ...fields
    } = 'FormConfirm' in body ? body.FormConfirm : body
    const values = { ...fields, phone, invoiceNumber, acceptConditionsAndGdpr: accept_conditions && accept_gdpr }
    const acceptanceText = (locale: Locale) => textsFor(locale)('signUp.accept')
    const result = await requestAccount({ ...deps, acceptanceText }, values, requesterOf(request, actor))
    if (result.kind === 'closed') throw refuse('signup_closed')
    if (result.kind === 'passwordsOff') throw refuse('password_login_off')
    if (result.kind === 'throttled') throw refuse('too_many_attempts', result)
    const t = textsFor(actor.locale)
    if (result.kind === 'requested') return { result: { render: { errors: [], body: t('signUp.sent') } } }
    const errors = result.problems.map((problem) => t(`fieldErrors.${problem}`))
    return { result: { render: { errors, body: t('signUp.cannot') } } }
  })

  serve(api.requestPasswordReset, async ({ actor, body, request }, refuse) => {
    const result = await requestResetMail(deps, body, requesterOf(request, actor))
    if (result.kind === 'passwordsOff') throw refuse('password_login_off')
    if (result.kind === 'throttled') throw refuse('too_many_attempts', result)
    if (result.kind === 'rejected') throw refuse('invalid', { fields: fieldsOf(result.problems) })
    return { status: 'OK' as const }
  })

  serve(api.readLink, async ({ params, request }) => {
    const purpose = linkPurposes.find((known) => known === params.purpose)
    if (!purpose) throw notFound()
    const query = { purpose, secret: linkSecretOf(request, purpose), now: clock() }
    const link = await findOpenLink(db, query)
    if (link) return { is_open: true, user: await loginOfLink(db, link), outcome: null }
    return { is_open: false, user: null, outcome: await readLinkOutcome(db, query) }
  })

  serve(api.activateAccount, async ({ body: { link, password }, request, reply }, refuse) => {
    const secret = link ?? linkSecretOf(request, 'activation')
    const result = await activateAccount(deps, { secret, password }, requestSourceOf(request))
    if (result.kind !== 'signedIn') throw passwordRefusal(result, refuse)
    cookies.remove(request, reply, linkNames.activation)
    cookies.saveSession(request, reply, result)
    return { token: result.token, signature_url: result.signatureUrl }
  })

  serve(api.resetPassword, async ({ body: { link, password }, request, reply }, refuse) => {
    const secret = link ?? linkSecretOf(request, 'reset')
    const result = await resetPassword(deps, { secret, password }, requestSourceOf(request))
    if (result.kind !== 'done') throw passwordRefusal(result, refuse)
    actors.forget(result.userId)
    cookies.remove(request, reply, linkNames.reset)
    // Failed password attempts from elsewhere no longer lock the owner out of this browser.
    cookies.rememberDevice(request, reply, result.userId)
    return { status: 'OK' as const }
  })
}

/** Returns the secret of the link that a browser followed. */
export function linkSecretOf(request: FastifyRequest, purpose: LinkPurpose): string | undefined {
  return request.cookies[linkNames[purpose]]
}

/** Returns the requester of an account request. */
export function requesterOf(request: FastifyRequest, { locale }: Pick<Actor, 'locale'>) {
  return { ...requestSourceOf(request), locale }
}

function passwordRefusal(
  failure: SetPasswordFailure,
  refuse: Refuse<typeof api.activateAccount> & Refuse<typeof api.resetPassword>,
): Error {
  switch (failure.kind) {
    case 'expired':
      return refuse('link_over')
    case 'passwordsOff':
      return refuse('password_login_off')
    case 'throttled':
      return refuse('too_many_attempts', failure)
    case 'rejected':
      return refuse('invalid', { fields: { password: failure.problems } })
  }
}

/** Returns the problem codes of each field. */
function fieldsOf(problems: readonly ResetProblem[]): FieldErrors {
  return Object.fromEntries(
    problems.map((problem) => [problem.split('_')[0]!, [problem.endsWith('_missing') ? 'required' : problem]]),
  )
}
