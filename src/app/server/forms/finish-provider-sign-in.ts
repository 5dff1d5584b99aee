import type { FastifyReply, FastifyRequest } from 'fastify'
import { destinationAfterLogIn } from '#app/web/guard.ts'
import { toPublicSettings } from '#domains/retailer/settings.ts'
import { linkIdentityToUser, signInWithIdentity } from '#domains/session/server/openid/openid-sign-in.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { requestSourceOf } from '#domains/session/server/sign-in/sign-in.ts'
import { queryOf } from '#kit/portal-address.ts'
import { Refused } from '#kit/refusal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Context } from '../wiring/context.ts'

/**
 * Returns where a user continues after the identity provider: signed in, or linked with the account they came from.
 */
export async function finishProviderSignIn(
  context: Context,
  actors: Actors,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { cookies, openid, settings } = context
  const { person, intent } = await openid.finish(request, reply)
  if (intent.linkTo !== undefined) {
    const actor = await actors.actorOf(request)
    const isSame = actor.kind === 'customer' && actor.userId === intent.linkTo && !actor.readonly
    if (!isSame) throw new Refused('openid_failed', 401)
    const outcome = await linkIdentityToUser(context, person, actor.userId, requestSourceOf(request))
    return outcome === 'linked' ? '/connect' : '/connect?failed=identity_taken'
  }
  const { locale } = await actors.actorOf(request)
  const session = await signInWithIdentity(context, person, requestSourceOf(request), locale)
  const chosenLocale = cookies.saveSession(request, reply, session)
  // The destination is passed on, so that a user who links their account, or postpones it, still gets there.
  const logIn = `/login?${intent.search}`
  const logInAddressWithReturn = (await request.server.withKnownReturn?.(logIn)) ?? logIn
  const next = session.isNew
    ? connectAddressOf(logInAddressWithReturn)
    : destinationAfterLogIn(logInAddressWithReturn, {
        ...toPublicSettings(settings.now()),
        hasUpstream: context.upstream !== undefined,
      })
  return localizeAddress(request, next, chosenLocale)
}

/** Returns a URL of the portal as written in a language, or unchanged if there is none. */
export async function localizeAddress(
  request: FastifyRequest,
  address: string,
  locale: Locale | undefined,
): Promise<string> {
  return (locale && (await request.server.addressIn?.(address, locale))) ?? address
}

// Only the destination parameters of the sign-in URL are passed on.
function connectAddressOf(logInAddress: string): string {
  const { redirectPath, pathParams } = Object.fromEntries(queryOf(logInAddress))
  const query = new URLSearchParams({ ...(redirectPath && { redirectPath }), ...(pathParams && { pathParams }) })
  return query.size ? `/connect?${query}` : '/connect'
}
