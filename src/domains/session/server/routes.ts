import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
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
  readSessionLife,
  stayInSession,
} from '../api.ts'
import { accountOf } from './account-store.ts'
import { type Actors, tokenCookie } from './actors.ts'
import { changeOwnPassword } from './change-password.ts'
import type { SessionCookies } from './cookies.ts'
import { type EntryNeeds, enterAsClient, enterWithPassword, sourceOf } from './entry.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { leave } from './leave.ts'
import type { OpenidDoor } from './openid-door.ts'
import { openidRoutes } from './openid-routes.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import type { Place } from './passkeys.ts'
import { proofRoutes } from './proofs.ts'
import { askSecondStep } from './second-step.ts'
import { secondStepRoutes } from './second-step-routes.ts'
import { securityRoutes } from './security-routes.ts'
import { lifeOf, stay } from './session-life.ts'
import { findOpenSession } from './session-store.ts'
import { sessionIdOf } from './token.ts'

type Needs = EntryNeeds & {
  serve: Serve
  app: FastifyInstance
  basePath: string
  db: Kysely<DB>
  actors: Actors
  cookies: SessionCookies
  openid: OpenidDoor
  sealingKeys: KeyRing
  /** Where a browser sees the portal. */
  placeOf: (request: FastifyRequest) => Place
  /** Somebody's signed link to the page of newsletters; null where there is none. */
  newsletterUrlOf: (request: FastifyRequest, actor: CustomerActor) => Promise<string | null>
}

export function sessionRoutes({
  serve,
  app,
  basePath,
  actors,
  cookies,
  openid,
  sealingKeys,
  placeOf,
  newsletterUrlOf,
  ...needs
}: Needs) {
  openidRoutes({ ...needs, serve, app, basePath, actors, cookies, openid })
  ownSessionRoutes({ ...needs, serve, actors })
  proofRoutes({ ...needs, serve, actors, sealingKeys, placeOf })
  secondStepRoutes({ ...needs, serve, cookies, openid, sealingKeys, placeOf })
  securityRoutes({ ...needs, serve, actors, sealingKeys, placeOf })
  const { db, settings, sessionKeys, clock } = needs

  serve(logIn, async ({ body, request, reply }, refuse) => {
    if (!openid.allowsPasswords()) throw refuse('password_login_off')
    const entry = await enterWithPassword(needs, body, sourceOf(request))
    if (entry.kind === 'throttled') throw refuse('too_many_attempts', entry)
    if (entry.kind === 'wrong') throw refuse('login_error')
    if (entry.kind === 'halfIn')
      return { second_factor: await askSecondStep({ ...needs, sealingKeys }, placeOf(request), entry.userId) }
    cookies.keep(request, reply, entry)
    return { token: entry.token, change_password: entry.mustChangePassword }
  })

  serve(logInClient, async ({ body, request }, refuse) => {
    const credential = { clientId: body.client_id, secret: body.secret }
    const entry = await enterAsClient(needs, credential, sourceOf(request))
    if (entry.kind === 'throttled') throw refuse('too_many_attempts', entry)
    if (entry.kind === 'wrong') throw refuse('client_id_error')
    return { token: entry.token }
  })

  serve(logOut, async ({ actor, request, reply }) => {
    await leave({ ...needs, actors, cookies, openid }, actor, request, reply)
    return undefined
  })

  serve(checkToken, async ({ body }) => {
    const now = clock()
    const sessionId = await sessionIdOf(body.token, sessionKeys, now)
    const session = sessionId && (await findOpenSession(db, { sessionId, now, life: settings.now().session }))
    return { token_is_valid: Boolean(session) }
  })

  serve(readSessionLife, ({ actor }) => lifeOf(needs, actor))
  serve(stayInSession, ({ actor }) => stay(needs, actor))

  serve(changePassword, async ({ actor, body, request, reply }, refuse) => {
    if (!openid.allowsPasswords()) throw refuse('password_login_off')
    const change = await changeOwnPassword(needs, actor, body, sourceOf(request))
    if (change.kind === 'unfit') throw refuse('invalid', { fields: { password: change.problems } })
    if (change.kind === 'throttled') throw refuse('too_many_attempts', change)
    if (change.kind === 'wrong')
      throw refuse('current_password_wrong', { extra: { status: 'ERROR', status_code: 403 } })
    actors.forget(actor.userId)
    if (request.cookies[tokenCookie]) cookies.keep(request, reply, change)
    return { status: 'OK' as const, token: change.token, has_other_access: change.hasOtherAccess }
  })

  const profileOf = async (actor: CustomerActor, request: FastifyRequest): Promise<Profile> => {
    const { email, name } = await accountOf(db, actor.userId)
    return { email, name, newsletter_url: await newsletterUrlOf(request, actor) }
  }
  serve(readProfile, ({ actor, request }) => profileOf(actor, request))
  serve(readProfileV1, async ({ actor, request }) => ({ result: await profileOf(actor, request) }))
}
