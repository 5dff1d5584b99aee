import { accountOf } from '#domains/session/server/account-store.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import { sourceOf } from '#domains/session/server/entry.ts'
import { proveFactor, takeSecondStep } from '#domains/session/server/second-step.ts'
import { noteProof, revokeSession } from '#domains/session/server/session-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  activateOperator,
  leaveOperatorArea,
  logInOperator,
  openOperatorLink,
  proveOperator,
  readOperator,
  takeOperatorStep,
} from '../api.ts'
import { activate, beginActivation, beginOperatorLogIn, type OperatorEntryNeeds } from './entry.ts'

type Needs = OperatorEntryNeeds & { serve: Serve; actors: Actors; cookies: SessionCookies }

/** The operators' own door. */
export function operatorEntryRoutes({ serve, actors, cookies, ...needs }: Needs) {
  const { db, clock, placeOf } = needs

  serve(logInOperator, async ({ body, request }, refuse) => {
    const entry = await beginOperatorLogIn(needs, body, placeOf(request), sourceOf(request))
    if (entry.kind === 'throttled') throw refuse('too_many_attempts', entry)
    if (entry.kind === 'wrong') throw refuse('login_error')
    return { second_factor: { id: entry.id, kinds: entry.kinds } }
  })

  serve(takeOperatorStep, async ({ body: { id, code }, request, reply }, refuse) => {
    const entry = await takeSecondStep(needs, placeOf(request), { id, factor: { code } }, sourceOf(request))
    if (entry.kind === 'throttled') throw refuse('too_many_attempts', entry)
    if (entry.kind === 'over') throw refuse('second_factor_over')
    if (entry.kind === 'wrong') throw refuse('second_factor_wrong')
    cookies.keepOperator(request, reply, entry.token)
    if (entry.userId !== undefined) cookies.rememberDevice(request, reply, entry.userId)
    return { token: entry.token }
  })

  serve(leaveOperatorArea, async ({ request, reply }) => {
    const actor = await actors.operatorOf(request)
    cookies.clearOperator(request, reply)
    if (actor.kind !== 'operator') return undefined
    await revokeSession(db, { sessionId: actor.sessionId, now: clock() })
    await writeAudit(db, { action: 'logged_out', actorUserId: actor.userId, requestId: request.id })
    actors.forget(actor.userId)
    return undefined
  })

  serve(openOperatorLink, async ({ body: { secret }, request }, refuse) => {
    const opened = await beginActivation(needs, secret, sourceOf(request))
    if (opened.kind === 'throttled') throw refuse('too_many_attempts', opened)
    if (opened.kind === 'over') throw refuse('link_over')
    const { login, name, app } = opened
    return { login, name, app }
  })

  serve(activateOperator, async ({ body, request, reply }, refuse) => {
    const entry = await activate(needs, body, sourceOf(request))
    if (entry.kind === 'throttled') throw refuse('too_many_attempts', entry)
    if (entry.kind === 'over') throw refuse('link_over')
    if (entry.kind === 'unfit') throw refuse('invalid', { fields: entry.fields })
    cookies.keepOperator(request, reply, entry.token)
    return { token: entry.token, recovery_codes: entry.recoveryCodes }
  })

  serve(readOperator, async ({ actor: { userId } }) => {
    const { login, name, email } = await accountOf(db, userId)
    return { id: userId, login, name, email }
  })

  serve(proveOperator, async ({ actor, body, request }, refuse) => {
    const { userId, sessionId } = actor
    const { address, requestId } = sourceOf(request)
    const proof = await proveFactor(needs, placeOf(request), { userId, factor: body, address })
    if (proof.kind === 'throttled') throw refuse('too_many_attempts', proof)
    if (proof.kind === 'wrong') {
      await writeAudit(db, { action: 'proof_failed', actorUserId: userId, requestId })
      throw refuse('proof_wrong')
    }
    await noteProof(db, { sessionId, now: clock() })
    actors.forget(userId)
    await writeAudit(db, { action: 'proof_given', actorUserId: userId, after: { by: proof.by }, requestId })
    return undefined
  })
}
