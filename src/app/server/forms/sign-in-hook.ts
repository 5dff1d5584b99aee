import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialsIn } from '#app/web/guard.ts'
import { redirectFromNewsletterLink } from '#domains/newsletter/server/signed-visits.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import {
  requestSourceOf,
  type SignInSuccess,
  signInAsClient,
  signInWithToken,
} from '#domains/session/server/sign-in/sign-in.ts'
import { Refused } from '#kit/refusal.ts'
import { isProgramPath } from '../http/program-paths.ts'
import { renderSignOutRedirectPage } from '../pages/sign-out-redirect-page.ts'
import type { Context } from '../wiring/context.ts'
import { finishProviderSignIn, localizeAddress } from './finish-provider-sign-in.ts'

/** Where the sign-out form redirects without script, if a session at the identity provider has to end too. */
export const signOutRedirectPath = '/logout'

/**
 * Creates a hook that runs before every page: a token, or the id and secret of a client, in the URL signs in. It is
 * exchanged once for a session cookie, and the visit is redirected to the same URL without it. The hook also handles
 * the return from the identity provider, and redirects there after sign-out to end that session too. Throws Refused
 * 401, 504 or 505, each with its error page.
 */
export function createSignInHook(context: Context, actors: Actors) {
  const { config, cookies, openid } = context

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
            ? sendSignOutRedirectPage(context, actors, end, request, reply)
            : redirectTo(config.basePath + (await logInAddress(request)))
        return end ? redirectTo(end) : undefined
      }
      case 'providerReply':
        return redirectTo(config.basePath + (await finishProviderSignIn(context, actors, request, reply)))
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

  /** Returns the sign-in page in the visitor's language. */
  async function logInAddress(request: FastifyRequest): Promise<string> {
    const { locale } = await actors.actorOf(request)
    return (await request.server.addressIn?.('/login', locale)) ?? '/login'
  }
}

async function sendSignOutRedirectPage(
  { settings }: Context,
  actors: Actors,
  address: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { organization, brand } = settings.now()
  const { locale } = await actors.actorOf(request)
  const { html, policy } = renderSignOutRedirectPage({ locale, name: organization.name, color: brand.color, address })
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
}
