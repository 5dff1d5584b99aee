import type { FastifyRequest } from 'fastify'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import { beginPasskeyAuthentication, logInByPasskey, verifySecondFactor } from '../../api.ts'
import type { OpenidAuthenticator } from '../openid/openid-authenticator.ts'
import type { SessionCookies } from '../sessions/cookies.ts'
import { requestSourceOf, type SignInDeps } from '../sign-in/sign-in.ts'
import { signInWithPasskey, signInWithSecondFactor } from './second-factor.ts'
import { type BrowserOrigin, createPasskeyChallenge } from './webauthn.ts'

type SecondFactorRouteDeps = SignInDeps & {
  serve: Serve
  cookies: SessionCookies
  openid: OpenidAuthenticator
  encryptionKeys: KeyRing
  browserOriginOf: (request: FastifyRequest) => BrowserOrigin
}

/** Registers the calls for signing in with a second factor, or with a passkey instead of a password. */
export function secondFactorRoutes({ serve, cookies, openid, browserOriginOf, ...deps }: SecondFactorRouteDeps) {
  serve(verifySecondFactor, async ({ body, request, reply }, refuse) => {
    const { id, ...factor } = body
    const result = await signInWithSecondFactor(
      deps,
      browserOriginOf(request),
      { id, factor },
      requestSourceOf(request),
    )
    if (result.kind === 'throttled') throw refuse('too_many_attempts', result)
    if (result.kind === 'expired') throw refuse('second_factor_over')
    if (result.kind === 'wrong') throw refuse('second_factor_wrong')
    cookies.saveSession(request, reply, result)
    return { token: result.token, change_password: result.mustChangePassword }
  })

  serve(beginPasskeyAuthentication, ({ actor, request }) =>
    createPasskeyChallenge(deps, browserOriginOf(request), actor.kind === 'customer' ? actor.userId : null),
  )

  serve(logInByPasskey, async ({ body, request, reply }, refuse) => {
    if (!openid.allowsPasswords()) throw refuse('password_login_off')
    const result = await signInWithPasskey(deps, browserOriginOf(request), body, requestSourceOf(request))
    if (result.kind === 'throttled') throw refuse('too_many_attempts', result)
    if (result.kind === 'wrong') throw refuse('passkey_wrong')
    cookies.saveSession(request, reply, result)
    return { token: result.token, change_password: result.mustChangePassword }
  })
}
