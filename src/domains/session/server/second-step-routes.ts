import type { FastifyRequest } from 'fastify'
import type { Serve } from '#kit/server/serve.ts'
import { beginPasskey, logInByPasskey, takeSecondStep as takeSecondStepCall } from '../api.ts'
import type { SessionCookies } from './cookies.ts'
import { type EntryNeeds, sourceOf } from './entry.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { OpenidDoor } from './openid-door.ts'
import { askForPasskey, type Place } from './passkeys.ts'
import { enterWithPasskey, takeSecondStep } from './second-step.ts'

type Needs = EntryNeeds & {
  serve: Serve
  cookies: SessionCookies
  openid: OpenidDoor
  sealingKeys: KeyRing
  placeOf: (request: FastifyRequest) => Place
}

/** The calls of coming in by more than a password, or by a passkey instead. */
export function secondStepRoutes({ serve, cookies, openid, placeOf, ...needs }: Needs) {
  serve(takeSecondStepCall, async ({ body, request, reply }, refuse) => {
    const { id, ...factor } = body
    const entry = await takeSecondStep(needs, placeOf(request), { id, factor }, sourceOf(request))
    if (entry.kind === 'throttled') throw refuse('too_many_attempts', entry)
    if (entry.kind === 'over') throw refuse('second_factor_over')
    if (entry.kind === 'wrong') throw refuse('second_factor_wrong')
    cookies.keep(request, reply, entry)
    return { token: entry.token, change_password: entry.mustChangePassword }
  })

  serve(beginPasskey, ({ actor, request }) =>
    askForPasskey(needs, placeOf(request), actor.kind === 'customer' ? actor.userId : null),
  )

  serve(logInByPasskey, async ({ body, request, reply }, refuse) => {
    if (!openid.allowsPasswords()) throw refuse('password_login_off')
    const entry = await enterWithPasskey(needs, placeOf(request), body, sourceOf(request))
    if (entry.kind === 'throttled') throw refuse('too_many_attempts', entry)
    if (entry.kind === 'wrong') throw refuse('passkey_wrong')
    cookies.keep(request, reply, entry)
    return { token: entry.token, change_password: entry.mustChangePassword }
  })
}
