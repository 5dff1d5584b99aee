import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialsIn, destinationAfterLogIn } from '#app/web/guard.ts'
import { queryOf } from '#app/web/portal-address.ts'
import { toPublicSettings } from '#domains/operator/settings.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { linkIdentityToUser, signInWithIdentity } from '#domains/session/server/openid-sign-in.ts'
import {
  requestSourceOf,
  type SignInSuccess,
  signInAsClient,
  signInWithToken,
} from '#domains/session/server/sign-in.ts'
import { Refused } from '#kit/refusal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { isProgramPath } from '../http/program-paths.ts'
import { renderSignOutRedirectPage } from '../pages/sign-out-redirect-page.ts'
import type { Context } from '../wiring/context.ts'
import { redirectFromNewsletterLink } from './newsletter-forms.ts'

/** Where the sign-out form redirects without script, if a session at the identity provider has to end too. */
export const signOutRedirectPath = '/logout'

/**
 * Creates a hook that runs before every page: a token, or the id and secret of a client, in the URL signs in. It is
 * exchanged once for a session cookie, and the visit is redirected to the same URL without it. The hook also handles
 * the return from the identity provider, and redirects there after sign-out to end that session too. Throws Refused
 * 401, 504 or 505, each with its error page.
 */
export function createSignInHook(context: Context, actors: Actors) {
  const { config, cookies, openid, settings } = context

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const address = request.url.slice(config.basePath.length)
    // A HEAD request uses nothing up.
    const path = address.split('?')[0]!
    if (request.method !== 'GET' || isProgramPath(path)) return
    const newsletterAddress = await redirectFromNewsletterLink(context, address, request, reply)
    if (newsletterAddress) return redirectTo(config.basePath + newsletterAddress)
    const arrival = credentialsIn(address)
    switch (arrival.kind) {
      case 'none': {
        // The provider only knows a single path of the sign-in page.
        if (openid.isSignOutReturn(address)) return redirectTo(config.basePath + (await logInAddress(request)))
        const end = await openid.providerSignOutUrl(request, reply)
        if (path === signOutRedirectPath)
          return end
            ? sendSignOutRedirectPage(end, request, reply)
            : redirectTo(config.basePath + (await logInAddress(request)))
        return end ? redirectTo(end) : undefined
      }
      case 'providerReply':
        return redirectTo(config.basePath + (await finishProviderSignIn(request, reply)))
      case 'token': {
        const session = await signInWithToken(context, arrival.token, requestSourceOf(request))
        if (session.kind !== 'signedIn') throw new Refused('token_invalid', 401)
        return signInAndRedirect(session, arrival.cleanAddress)
      }
      case 'client': {
        const session = await signInAsClient(context, arrival, requestSourceOf(request))
        if (session.kind !== 'signedIn') throw new Refused('client_id_error', 505)
        return signInAndRedirect(session, arrival.cleanAddress)
      }
    }

    async function signInAndRedirect(session: SignInSuccess, address: string) {
      const locale = cookies.saveSession(request, reply, session)
      return redirectTo(config.basePath + (await localizeAddress(request, address, locale)))
    }

    function redirectTo(address: string) {
      return reply.header('cache-control', 'no-store').redirect(address, 302)
    }
  }

  /** Returns a URL of the portal as written in a language, or unchanged if there is none. */
  async function localizeAddress(
    request: FastifyRequest,
    address: string,
    locale: Locale | undefined,
  ): Promise<string> {
    return (locale && (await request.server.addressIn?.(address, locale))) ?? address
  }

  /** Returns the sign-in page in the visitor's language. */
  async function logInAddress(request: FastifyRequest): Promise<string> {
    const { locale } = await actors.actorOf(request)
    return (await request.server.addressIn?.('/login', locale)) ?? '/login'
  }

  async function sendSignOutRedirectPage(address: string, request: FastifyRequest, reply: FastifyReply) {
    const { organization, brand } = settings.now()
    const { locale } = await actors.actorOf(request)
    const { html, policy } = renderSignOutRedirectPage({ locale, name: organization.name, color: brand.color, address })
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(html)
  }

  /**
   * Returns where a user continues after the identity provider: signed in, or linked with the account they came from.
   */
  async function finishProviderSignIn(request: FastifyRequest, reply: FastifyReply): Promise<string> {
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
}

// Only the destination parameters of the sign-in URL are passed on.
function connectAddressOf(logInAddress: string): string {
  const { redirectPath, pathParams } = Object.fromEntries(queryOf(logInAddress))
  const query = new URLSearchParams({ ...(redirectPath && { redirectPath }), ...(pathParams && { pathParams }) })
  return query.size ? `/connect?${query}` : '/connect'
}
