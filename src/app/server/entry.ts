import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicSettings } from '#domains/operator/settings.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { enterAsPerson, linkPerson } from '#domains/session/server/enter-with-openid.ts'
import { type Entered, enterAsClient, enterWithToken, sourceOf } from '#domains/session/server/entry.ts'
import type { Locale } from '#kit/locale.ts'
import { Refused } from '#kit/refusal.ts'
import { arrivalOf, destination } from '../web/guard.ts'
import { queryOf } from '../web/own-address.ts'
import type { Context } from './context.ts'
import { leavingPage } from './leaving-page.ts'
import { newsletterArrival } from './newsletters.ts'
import { isForPrograms } from './program-paths.ts'

/** Where the form of signing out leads without script, when there is a session at the identity provider to end as well. */
export const leavingPath = '/logout'

/**
 * What comes before every page: whoever brings a token, or the id and secret of a client, in the address is let in. It is
 * exchanged once for the cookie of a session, and the visit goes on to the same address without it.
 * So is whoever comes back from the identity provider; and whoever has just left goes there, to leave it as well.
 * Throws Refused 401, 504 or 505, whose page tells it.
 */
export function letIn(context: Context, actors: Actors) {
  const { config, cookies, openid, settings } = context

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const address = request.url.slice(config.basePath.length)
    // A program that only looks at the head of an answer uses nothing up.
    const path = address.split('?')[0]!
    if (request.method !== 'GET' || isForPrograms(path)) return
    const byNewsletter = await newsletterArrival(context, address, request, reply)
    if (byNewsletter) return leadTo(config.basePath + byNewsletter)
    const arrival = arrivalOf(address)
    switch (arrival.kind) {
      case 'nothing': {
        // The provider knows the log-in by one path alone.
        if (openid.isBackFromEnd(address)) return leadTo(config.basePath + (await logInAddress(request)))
        const end = await openid.endAddress(request, reply)
        if (path === leavingPath)
          return end ? sendLeavingPage(end, request, reply) : leadTo(config.basePath + (await logInAddress(request)))
        return end ? leadTo(end) : undefined
      }
      case 'reply':
        return leadTo(config.basePath + (await backFromProvider(request, reply)))
      case 'token': {
        const entry = await enterWithToken(context, arrival.token, sourceOf(request))
        if (entry.kind !== 'entered') throw new Refused('token_invalid', 401)
        return goOn(entry, arrival.goOn)
      }
      case 'client': {
        const entry = await enterAsClient(context, arrival, sourceOf(request))
        if (entry.kind !== 'entered') throw new Refused('client_id_error', 505)
        return goOn(entry, arrival.goOn)
      }
    }

    async function goOn(entry: Entered, address: string) {
      const locale = cookies.keep(request, reply, entry)
      return leadTo(config.basePath + (await addressIn(request, address, locale)))
    }

    function leadTo(address: string) {
      return reply.header('cache-control', 'no-store').redirect(address, 302)
    }
  }

  /** An address of the portal as a language writes it; as it is where there is none. */
  async function addressIn(request: FastifyRequest, address: string, locale: Locale | undefined): Promise<string> {
    return (locale && (await request.server.addressIn?.(address, locale))) ?? address
  }

  /** The log-in in the language of whoever asks. */
  async function logInAddress(request: FastifyRequest): Promise<string> {
    const { locale } = await actors.actorOf(request)
    return (await request.server.addressIn?.('/login', locale)) ?? '/login'
  }

  async function sendLeavingPage(address: string, request: FastifyRequest, reply: FastifyReply) {
    const { organization, brand } = settings.now()
    const { locale } = await actors.actorOf(request)
    const { html, policy } = leavingPage({ locale, name: organization.name, color: brand.color, address })
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(html)
  }

  /** Where somebody goes who comes back from the identity provider: let in, or linked with the account they came from. */
  async function backFromProvider(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { person, errand } = await openid.finish(request, reply)
    if (errand.linkTo !== undefined) {
      const actor = await actors.actorOf(request)
      const isSame = actor.kind === 'customer' && actor.userId === errand.linkTo && !actor.readonly
      if (!isSame) throw new Refused('openid_failed', 401)
      const outcome = await linkPerson(context, person, actor.userId, sourceOf(request))
      return outcome === 'linked' ? '/connect' : '/connect?failed=identity_taken'
    }
    const { locale } = await actors.actorOf(request)
    const entry = await enterAsPerson(context, person, sourceOf(request), locale)
    const own = cookies.keep(request, reply, entry)
    // The page that was wanted goes along, so that whoever links their account, or leaves that for later, still gets there.
    const logIn = `/login?${errand.search}`
    const wanted = (await request.server.withKnownReturn?.(logIn)) ?? logIn
    const next = entry.isNew
      ? connectAddress(wanted)
      : destination(wanted, { ...publicSettings(settings.now()), hasUpstream: context.upstream !== undefined })
    return addressIn(request, next, own)
  }
}

// Of what came along to the log-in only where it leads on to.
function connectAddress(logInAddress: string): string {
  const { redirectPath, pathParams } = Object.fromEntries(queryOf(logInAddress))
  const query = new URLSearchParams({ ...(redirectPath && { redirectPath }), ...(pathParams && { pathParams }) })
  return query.size ? `/connect?${query}` : '/connect'
}
