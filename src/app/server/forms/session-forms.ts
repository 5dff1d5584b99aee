import type { FastifyReply, FastifyRequest } from 'fastify'
import { decideNavigation, destinationAfterLogIn } from '#app/web/guard.ts'
import { queryOf } from '#app/web/portal-address.ts'
import { toPublicSettings } from '#domains/operator/settings.ts'
import { changePassword, logIn } from '#domains/session/api.ts'
import { connectAccount } from '#domains/session/identities-api.ts'
import { isFreshlyAuthenticated, passwordChangeProblems } from '#domains/session/rules.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { changeOwnPassword } from '#domains/session/server/change-password.ts'
import { linkIdentityByPassword } from '#domains/session/server/openid-sign-in.ts'
import { createSecondFactorChallenge, signInWithSecondFactor } from '#domains/session/server/second-factor.ts'
import {
  requestSourceOf,
  type SignInDenied,
  type SignInSuccess,
  signInWithPassword,
} from '#domains/session/server/sign-in.ts'
import { signOut } from '#domains/session/server/sign-out.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import { requiresReauthentication } from '#kit/server/require-permission.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { ownOrigin } from '../http/http-server.ts'
import type { Context } from '../wiring/context.ts'
import { signOutRedirectPath } from './sign-in-hook.ts'

type PostedFormRequest = {
  fields: Record<string, string>
  /** Path and query of the form's page, without base path. */
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

/** The result of a form: a redirect, or back to its page with error codes. */
export type FormOutcome =
  /** With a language if the user who signs in has one. */
  { kind: 'redirect'; address: string; locale?: Locale } | { kind: 'invalid'; failed: readonly string[] }

export type FormHandler = (posted: PostedFormRequest) => Promise<FormOutcome>

/**
 * Creates the forms of signing in, linking an account, changing the password and signing out, by the key form of their
 * page.
 */
export function createSessionForms({
  context,
  actors,
}: {
  context: Context
  actors: Actors
}): Record<string, FormHandler> {
  const { settings, cookies, clock } = context

  const browserOriginOf = (request: FastifyRequest) => ({ origin: ownOrigin(request, context.config) })

  function signIn(session: SignInSuccess, address: string, request: FastifyRequest, reply: FastifyReply): FormOutcome {
    const locale = cookies.saveSession(request, reply, session)
    const signedIn = { readonly: false, mustChangePassword: session.mustChangePassword }
    const decision = decideNavigation({
      page: { path: '/login', protection: 'public' },
      boot: { flags: {}, problem: null, settings: toPublicSettings(settings.now()), signedIn },
      address,
    })
    return { kind: 'redirect', address: decision.kind === 'redirect' ? decision.address : '/', locale }
  }

  async function submitSecondFactor(code: string, address: string, request: FastifyRequest, reply: FastifyReply) {
    const step = { id: request.cookies[stepCookie] ?? '', factor: { code } }
    const session = await signInWithSecondFactor(context, browserOriginOf(request), step, requestSourceOf(request))
    if (session.kind === 'expired') return invalidOutcome('second_factor_over')
    if (session.kind !== 'signedIn') return invalidOutcome(failureCodeOf(session, 'second_factor_wrong'))
    cookies.remove(request, reply, stepCookie)
    return signIn(session, address, request, reply)
  }

  return {
    async '/login'({ fields, address, request, reply }) {
      const { data } = logIn.body.safeParse(fields)
      if (!context.openid.allowsPasswords()) return invalidOutcome('password_login_off')
      if (fields.code !== undefined) return submitSecondFactor(fields.code, address, request, reply)
      if (!data) return invalidOutcome('login_error')
      const session = await signInWithPassword(context, data, requestSourceOf(request))
      if (session.kind === 'secondFactorRequired') {
        const { id } = await createSecondFactorChallenge(context, browserOriginOf(request), session.userId)
        cookies.put(request, reply, { name: stepCookie, value: id })
        const query = queryOf(address)
        query.delete('failed')
        query.set('step', 'code')
        return { kind: 'redirect', address: `/login?${query}` }
      }
      if (session.kind !== 'signedIn') return invalidOutcome(failureCodeOf(session, 'login_error'))
      return signIn(session, address, request, reply)
    },

    async '/change-password'({ fields, address, request, reply }) {
      const actor = await actors.actorOf(request)
      // The page itself redirects anonymous visitors to the sign-in page.
      if (actor.kind !== 'customer') return { kind: 'redirect', address }
      if (actor.readonly) return invalidOutcome('token_readonly')
      if (!context.openid.allowsPasswords()) return invalidOutcome('password_login_off')
      if (
        requiresReauthentication(changePassword, actor) &&
        !isFreshlyAuthenticated(actor, { now: clock(), minutes: settings.now().session.proofMinutes })
      )
        return invalidOutcome(freshAuthenticationRequired)
      const { current = '', password = '', repeat = '' } = fields
      const failed = passwordChangeProblems({ current, password, repeat }, settings.now().password.minimumLength)
      if (failed.length) return invalidOutcome(...failed)
      const change = await changeOwnPassword(context, actor, { current, password }, requestSourceOf(request))
      if (change.kind === 'rejected') return invalidOutcome(...change.problems)
      if (change.kind !== 'changed') return invalidOutcome(failureCodeOf(change, 'current_password_wrong'))
      actors.forget(actor.userId)
      cookies.saveSession(request, reply, change)
      if (change.hasOtherAccess) return { kind: 'redirect', address: accessPageAfterChange(address) }
      return {
        kind: 'redirect',
        address: destinationAfterLogIn(address, {
          ...toPublicSettings(settings.now()),
          hasUpstream: context.upstream !== undefined,
        }),
      }
    },

    async '/connect'({ fields, address, request, reply }) {
      const actor = await actors.actorOf(request)
      if (actor.kind !== 'customer') return { kind: 'redirect', address }
      if (actor.readonly) return invalidOutcome('token_readonly')
      const { data } = connectAccount.body.safeParse(fields)
      if (!data) return invalidOutcome('login_error')
      const connected = await linkIdentityByPassword(context, actor, data, requestSourceOf(request))
      if (connected.kind === 'alreadyLinked') return invalidOutcome('already_linked')
      if (connected.kind === 'secondFactorFirst') return invalidOutcome('second_factor_first')
      if (connected.kind !== 'signedIn') return invalidOutcome(failureCodeOf(connected, 'login_error'))
      actors.forget(actor.userId)
      return signIn(connected, address, request, reply)
    },

    async '/logout'({ request, reply }) {
      const { isSignedOutAtProvider } = await signOut(
        { ...context, actors },
        await actors.actorOf(request),
        request,
        reply,
      )
      return { kind: 'redirect', address: isSignedOutAtProvider ? '/login' : signOutRedirectPath }
    },
  }
}

/**
 * Returns the page that shows a user who has changed their password the other access to the account, and then continues
 * to their destination.
 */
function accessPageAfterChange(address: string): string {
  const query = queryOf(address)
  query.delete('failed')
  query.set('step', 'changed')
  return `/profile/programs?${query}`
}

/** The cookie of a pending second factor in a browser without script, and its lifetime. */
const stepCookie = 'second_step'

function invalidOutcome(...failed: string[]): FormOutcome {
  return { kind: 'invalid', failed }
}

function failureCodeOf(denied: SignInDenied, wrong: string): string {
  return denied.kind === 'throttled' ? 'too_many_attempts' : wrong
}
