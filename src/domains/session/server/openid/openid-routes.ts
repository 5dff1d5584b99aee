import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { logInWithOpenid } from '../../api.ts'
import { beginLink, connectAccount, listIdentities } from '../../identities-api.ts'
import { accountOf } from '../accounts/account-store.ts'
import { type Actors, tokenCookie } from '../sessions/actors.ts'
import type { SessionCookies } from '../sessions/cookies.ts'
import { sessionIdOf } from '../sessions/session-token.ts'
import { requestSourceOf, type SignInDeps } from '../sign-in/sign-in.ts'
import { countAttempt } from '../sign-in/sign-in-throttle.ts'
import { identitiesOf, type MoveSignatures } from './identity-store.ts'
import type { OpenidAuthenticator } from './openid-authenticator.ts'
import { linkIdentityByPassword, signInWithIdentity } from './openid-sign-in.ts'

type OpenidRouteDeps = SignInDeps & {
  serve: Serve
  app: FastifyInstance
  basePath: string
  db: Kysely<DB>
  actors: Actors
  cookies: SessionCookies
  openid: OpenidAuthenticator
  moveSignatures: MoveSignatures
}

/** Registers the calls for signing in at an identity provider, and the redirect to it. */
export function openidRoutes({ serve, app, basePath, actors, cookies, openid, ...deps }: OpenidRouteDeps) {
  const { db, clock, sessionKeys } = deps

  // A plain link leads here, so that it also works without JavaScript.
  for (const version of [1, 2])
    app.get(`/api/v${version}/user/openid/start`, async (request, reply) => {
      const { fresh, ...query } = request.query as Record<string, string>
      const redirect = (address: string) => reply.header('cache-control', 'no-store').redirect(address, 302)
      const search = new URLSearchParams(query)
      if (!openid.isOpen()) return redirect(await logInAddress(request, search))
      try {
        return redirect(await openid.begin(request, reply, { search: search.toString(), isFresh: fresh === '1' }))
      } catch (error) {
        request.log.error({ error: { message: String(error) } }, 'identity provider failed')
        search.set('failed', 'openid_down')
        return redirect(await logInAddress(request, search))
      }
    })

  /** Returns the sign-in page in the visitor's language. */
  async function logInAddress(request: FastifyRequest, search: URLSearchParams): Promise<string> {
    const { locale } = await actors.actorOf(request)
    const address = `/login?${search}`
    return basePath + ((await app.addressIn?.(address, locale)) ?? address)
  }

  serve(logInWithOpenid, async ({ actor, body, request, reply }, refuse) => {
    if (!openid.isOpen()) throw refuse('openid_not_offered')
    const source = requestSourceOf(request)
    const retryAfterSeconds = await countAttempt(
      db,
      { address: source.address, account: `openid:${source.address}` },
      clock(),
    )
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const person = await openid.redeem(request, body)
    if (!person) {
      cookies.clearSession(request, reply)
      throw refuse('openid_failed')
    }
    const { token, locale, isNew } = await signInWithIdentity({ ...deps, openid }, person, source, actor.locale)
    cookies.saveSession(request, reply, { token, locale })
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
    const result = await linkIdentityByPassword({ ...deps, openid }, actor, body, requestSourceOf(request))
    if (result.kind === 'alreadyLinked') throw refuse('already_linked')
    if (result.kind === 'secondFactorFirst') throw refuse('second_factor_first')
    if (result.kind === 'throttled') throw refuse('too_many_attempts', result)
    if (result.kind === 'wrong') throw refuse('login_error')
    actors.forget(actor.userId)
    if (request.cookies[tokenCookie]) cookies.saveSession(request, reply, result)
    return { token: result.token, change_password: result.mustChangePassword }
  })
}
