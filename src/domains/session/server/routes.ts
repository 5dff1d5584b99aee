import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  changePassword,
  checkToken,
  logIn,
  logInClient,
  logOut,
  type Profile,
  readProfile,
  readProfileV1,
} from '../api.ts'
import { keepSessionAlive, readSessionExpiry } from '../own-sessions-api.ts'
import { accountOf } from './accounts/account-store.ts'
import type { MoveSignatures } from './openid/identity-store.ts'
import type { OpenidAuthenticator } from './openid/openid-authenticator.ts'
import { openidRoutes } from './openid/openid-routes.ts'
import { changeOwnPassword } from './password/change-password.ts'
import { createSecondFactorChallenge } from './second-factor/second-factor.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { securityRoutes } from './second-factor/security-routes.ts'
import type { BrowserOrigin } from './second-factor/webauthn.ts'
import { type Actors, tokenCookie } from './sessions/actors.ts'
import type { SessionCookies } from './sessions/cookies.ts'
import { ownSessionRoutes } from './sessions/own-session-routes.ts'
import { reauthenticationRoutes } from './sessions/reauthentication-routes.ts'
import { extendSession, sessionExpiryOf } from './sessions/session-expiry.ts'
import { findOpenSession } from './sessions/session-store.ts'
import { sessionIdOf } from './sessions/session-token.ts'
import { requestSourceOf, type SignInDeps, signInAsClient, signInWithPassword } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'

type SessionRouteDeps = SignInDeps & {
  serve: Serve
  app: FastifyInstance
  basePath: string
  db: Kysely<DB>
  actors: Actors
  cookies: SessionCookies
  openid: OpenidAuthenticator
  encryptionKeys: KeyRing
  moveSignatures: MoveSignatures
  /** Returns the origin under which a browser sees the portal. */
  browserOriginOf: (request: FastifyRequest) => BrowserOrigin
  /** Returns the user's signed link to the newsletter page. Null if there is none. */
  newsletterUrlOf: (request: FastifyRequest, actor: CustomerActor) => Promise<string | null>
}

export function sessionRoutes({
  serve,
  app,
  basePath,
  actors,
  cookies,
  openid,
  encryptionKeys,
  browserOriginOf,
  newsletterUrlOf,
  ...deps
}: SessionRouteDeps) {
  openidRoutes({ ...deps, serve, app, basePath, actors, cookies, openid })
  ownSessionRoutes({ ...deps, serve, actors })
  reauthenticationRoutes({ ...deps, serve, actors, encryptionKeys, browserOriginOf })
  secondFactorRoutes({ ...deps, serve, cookies, openid, encryptionKeys, browserOriginOf })
  securityRoutes({ ...deps, serve, actors, encryptionKeys, browserOriginOf })
  const { db, settings, sessionKeys, clock } = deps

  serve(logIn, async ({ body, request, reply }, refuse) => {
    if (!openid.allowsPasswords()) throw refuse('password_login_off')
    const result = await signInWithPassword(deps, body, requestSourceOf(request))
    if (result.kind === 'throttled') throw refuse('too_many_attempts', result)
    if (result.kind === 'wrong') throw refuse('login_error')
    if (result.kind === 'secondFactorRequired')
      return {
        second_factor: await createSecondFactorChallenge(
          { ...deps, encryptionKeys },
          browserOriginOf(request),
          result.userId,
        ),
      }
    cookies.saveSession(request, reply, result)
    return { token: result.token, change_password: result.mustChangePassword }
  })

  serve(logInClient, async ({ body, request }, refuse) => {
    const credential = { clientId: body.client_id, secret: body.secret }
    const result = await signInAsClient(deps, credential, requestSourceOf(request))
    if (result.kind === 'throttled') throw refuse('too_many_attempts', result)
    if (result.kind === 'wrong') throw refuse('client_id_error')
    return { token: result.token }
  })

  serve(logOut, async ({ actor, request, reply }) => {
    await signOut({ ...deps, actors, cookies, openid }, actor, request, reply)
    return undefined
  })

  serve(checkToken, async ({ body }) => {
    const now = clock()
    const sessionId = await sessionIdOf(body.token, sessionKeys, now)
    const session = sessionId && (await findOpenSession(db, { sessionId, now, lifetime: settings.now().session }))
    return { token_is_valid: Boolean(session) }
  })

  serve(readSessionExpiry, ({ actor }) => sessionExpiryOf(deps, actor))
  serve(keepSessionAlive, ({ actor }) => extendSession(deps, actor))

  serve(changePassword, async ({ actor, body, request, reply }, refuse) => {
    if (!openid.allowsPasswords()) throw refuse('password_login_off')
    const change = await changeOwnPassword(deps, actor, body, requestSourceOf(request))
    if (change.kind === 'rejected') throw refuse('invalid', { fields: { password: change.problems } })
    if (change.kind === 'throttled') throw refuse('too_many_attempts', change)
    if (change.kind === 'wrong')
      throw refuse('current_password_wrong', { extra: { status: 'ERROR', status_code: 403 } })
    actors.forget(actor.userId)
    if (request.cookies[tokenCookie]) cookies.saveSession(request, reply, change)
    return { status: 'OK' as const, token: change.token, has_other_access: change.hasOtherAccess }
  })

  const profileOf = async (actor: CustomerActor, request: FastifyRequest): Promise<Profile> => {
    const { email, name } = await accountOf(db, actor.userId)
    return { email, name, newsletter_url: await newsletterUrlOf(request, actor) }
  }
  serve(readProfile, ({ actor, request }) => profileOf(actor, request))
  serve(readProfileV1, async ({ actor, request }) => ({ result: await profileOf(actor, request) }))
}
