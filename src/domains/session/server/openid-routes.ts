import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { beginLink, connectAccount, enterWithOpenid, listIdentities } from '../api.ts'
import { accountOf } from './account-store.ts'
import { type Actors, tokenCookie } from './actors.ts'
import type { SessionCookies } from './cookies.ts'
import { connectByPassword, enterAsPerson } from './enter-with-openid.ts'
import { type EntryNeeds, sourceOf } from './entry.ts'
import { identitiesOf } from './identity-store.ts'
import type { OpenidDoor } from './openid-door.ts'
import { countAttempt } from './throttle.ts'
import { sessionIdOf } from './token.ts'

type Needs = EntryNeeds & {
  serve: Serve
  app: FastifyInstance
  basePath: string
  db: Kysely<DB>
  actors: Actors
  cookies: SessionCookies
  openid: OpenidDoor
}

/** The calls of signing in at an identity provider, and the way there. */
export function openidRoutes({ serve, app, basePath, actors, cookies, openid, ...needs }: Needs) {
  const { db, clock, sessionKeys } = needs

  // A link leads here, so that it also works without script.
  for (const version of [1, 2])
    app.get(`/api/v${version}/user/openid/start`, async (request, reply) => {
      const { fresh, ...query } = request.query as Record<string, string>
      const goTo = (address: string) => reply.header('cache-control', 'no-store').redirect(address, 302)
      const search = new URLSearchParams(query)
      if (!openid.isOpen()) return goTo(await logInAddress(request, search))
      try {
        return goTo(await openid.begin(request, reply, { search: search.toString(), isFresh: fresh === '1' }))
      } catch (error) {
        request.log.error({ error: { message: String(error) } }, 'identity provider failed')
        search.set('failed', 'openid_down')
        return goTo(await logInAddress(request, search))
      }
    })

  /** The log-in in the language of whoever asks. */
  async function logInAddress(request: FastifyRequest, search: URLSearchParams): Promise<string> {
    const { locale } = await actors.actorOf(request)
    const address = `/login?${search}`
    return basePath + ((await app.addressIn?.(address, locale)) ?? address)
  }

  serve(enterWithOpenid, async ({ actor, body, request, reply }, refuse) => {
    if (!openid.isOpen()) throw refuse('openid_not_offered')
    const source = sourceOf(request)
    const retryAfterSeconds = await countAttempt(
      db,
      { address: source.address, account: `openid:${source.address}` },
      clock(),
    )
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const person = await openid.redeem(request, body)
    if (!person) {
      cookies.clear(request, reply)
      throw refuse('openid_failed')
    }
    const { token, locale, isNew } = await enterAsPerson({ ...needs, openid }, person, source, actor.locale)
    cookies.keep(request, reply, { token, locale })
    return { token, openid_token: (await sessionIdOf(token, sessionKeys, clock()))!, new_customer: isNew }
  })

  serve(listIdentities, async ({ actor }) => {
    const identities = await identitiesOf(db, actor.userId)
    return {
      items: identities.map(({ issuer, linkedAt }) => ({ issuer, linked_at: linkedAt.toISOString() })),
      is_offered: openid.isOpen(),
      awaits_link: (await accountOf(db, actor.userId)).awaitsLink,
    }
  })

  serve(beginLink, async ({ actor, request, reply }, refuse) => {
    if (!openid.isOpen()) throw refuse('openid_not_offered')
    return { address: await openid.begin(request, reply, { search: '', linkTo: actor.userId, isFresh: false }) }
  })

  serve(connectAccount, async ({ actor, body, request, reply }, refuse) => {
    const connected = await connectByPassword({ ...needs, openid }, actor, body, sourceOf(request))
    if (connected.kind === 'alreadyLinked') throw refuse('already_linked')
    if (connected.kind === 'secondFactorFirst') throw refuse('second_factor_first')
    if (connected.kind === 'throttled') throw refuse('too_many_attempts', connected)
    if (connected.kind === 'wrong') throw refuse('login_error')
    actors.forget(actor.userId)
    if (request.cookies[tokenCookie]) cookies.keep(request, reply, connected)
    return { token: connected.token, change_password: connected.mustChangePassword }
  })
}
