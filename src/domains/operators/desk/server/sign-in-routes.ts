import { accountOf } from '#domains/session/server/accounts/account-store.ts'
import { signInWithSecondFactor, verifyFactor } from '#domains/session/server/second-factor/second-factor.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { revokeSession } from '#domains/session/server/sessions/revoke-sessions.ts'
import { recordReauthentication } from '#domains/session/server/sessions/session-store.ts'
import { requestSourceOf } from '#domains/session/server/sign-in/sign-in.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  activateOperator,
  completeOperatorSignIn,
  openOperatorLink,
  readOperator,
  reauthenticateOperator,
  signInOperator,
  signOutOperator,
} from '../api.ts'
import {
  activateOperatorAccount,
  beginActivation,
  beginOperatorSignIn,
  type OperatorSignInDeps,
} from './operator-sign-in.ts'

type OperatorSignInRouteDeps = OperatorSignInDeps & { serve: Serve; actors: Actors; cookies: SessionCookies }

/** Registers the routes of the operators' own sign-in. */
export function operatorSignInRoutes({ serve, actors, cookies, ...deps }: OperatorSignInRouteDeps) {
  const { db, clock, locationOf } = deps

  serve(signInOperator, async ({ body, request }, refuse) => {
    const outcome = await beginOperatorSignIn(deps, body, locationOf(request), requestSourceOf(request))
    if (outcome.kind === 'throttled') throw refuse('too_many_attempts', outcome)
    if (outcome.kind === 'wrong') throw refuse('login_error')
    return { second_factor: { id: outcome.id, kinds: outcome.kinds } }
  })

  serve(completeOperatorSignIn, async ({ body: { id, code }, request, reply }, refuse) => {
    const outcome = await signInWithSecondFactor(
      deps,
      locationOf(request),
      { id, factor: { code } },
      requestSourceOf(request),
    )
    if (outcome.kind === 'throttled') throw refuse('too_many_attempts', outcome)
    if (outcome.kind === 'expired') throw refuse('second_factor_over')
    if (outcome.kind === 'wrong') throw refuse('second_factor_wrong')
    cookies.saveOperatorSession(request, reply, outcome.token)
    if (outcome.userId !== undefined) cookies.rememberDevice(request, reply, outcome.userId)
    return { token: outcome.token }
  })

  serve(signOutOperator, async ({ request, reply }) => {
    const actor = await actors.operatorOf(request)
    cookies.clearOperatorSession(request, reply)
    if (actor.kind !== 'operator') return undefined
    await revokeSession(db, { sessionId: actor.sessionId, now: clock() })
    await writeAudit(db, { action: 'logged_out', actorUserId: actor.userId, requestId: request.id })
    actors.forget(actor.userId)
    return undefined
  })

  serve(openOperatorLink, async ({ body: { secret }, request }, refuse) => {
    const outcome = await beginActivation(deps, secret, requestSourceOf(request))
    if (outcome.kind === 'throttled') throw refuse('too_many_attempts', outcome)
    if (outcome.kind === 'expired') throw refuse('link_over')
    const { login, name, app } = outcome
    return { login, name, app }
  })

  serve(activateOperator, async ({ body, request, reply }, refuse) => {
    const outcome = await activateOperatorAccount(deps, body, requestSourceOf(request))
    if (outcome.kind === 'throttled') throw refuse('too_many_attempts', outcome)
    if (outcome.kind === 'expired') throw refuse('link_over')
    if (outcome.kind === 'invalid') throw refuse('invalid', { fields: outcome.fields })
    cookies.saveOperatorSession(request, reply, outcome.token)
    return { token: outcome.token, recovery_codes: outcome.recoveryCodes }
  })

  serve(readOperator, async ({ actor: { userId } }) => {
    const { login, name, email } = await accountOf(db, userId)
    return { id: userId, login, name, email }
  })

  serve(reauthenticateOperator, async ({ actor, body, request }, refuse) => {
    const { userId, sessionId } = actor
    const { address, requestId } = requestSourceOf(request)
    const verification = await verifyFactor(deps, locationOf(request), { userId, factor: body, address })
    if (verification.kind === 'throttled') throw refuse('too_many_attempts', verification)
    if (verification.kind === 'wrong') {
      await writeAudit(db, { action: 'proof_failed', actorUserId: userId, requestId })
      throw refuse('proof_wrong')
    }
    await recordReauthentication(db, { sessionId, now: clock() })
    actors.forget(userId)
    await writeAudit(db, { action: 'proof_given', actorUserId: userId, after: { by: verification.by }, requestId })
    return undefined
  })
}
