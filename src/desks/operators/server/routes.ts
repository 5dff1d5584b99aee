import { accountOf } from '#domains/session/server/account-store.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import { sourceOf } from '#domains/session/server/entry.ts'
import { proveFactor, takeSecondStep } from '#domains/session/server/second-step.ts'
import { noteProof, revokeSession } from '#domains/session/server/session-store.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  activateOperator,
  closeOperator,
  inviteOperator,
  inviteOperatorAgain,
  leaveOperatorArea,
  listOperators,
  logInOperator,
  openOperatorLink,
  proveOperator,
  readOperator,
  takeOperatorStep,
} from '../api.ts'
import { activate, beginActivation, beginOperatorLogIn, type OperatorEntryNeeds } from './entry.ts'
import { mailLink } from './invite.ts'
import { addOperator, findOperator, operatorsFound, shutOut } from './operator-store.ts'

type Needs = OperatorEntryNeeds & { serve: Serve; actors: Actors; cookies: SessionCookies }

/** The operators' own door, and who may come in by it. */
export function operatorEntryRoutes({ serve, actors, cookies, ...needs }: Needs) {
  const { db, clock, sealingKeys, placeOf } = needs

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

  serve(listOperators, async ({ query }) => {
    const { items, total } = await operatorsFound(db, query, clock())
    return {
      items: items.map(({ lastSeenAt, roles: _, ...operator }) => ({
        ...operator,
        last_seen_at: lastSeenAt?.toISOString() ?? null,
      })),
      total,
    }
  })

  serve(inviteOperator, async ({ actor, body: { login, name, email }, request }, refuse) => {
    const now = clock()
    const id = await db.transaction().execute(async (db) => {
      const userId = await addOperator(db, { login, name, email, locale: actor.locale, roles: operatorRoles })
      if (userId === undefined) throw refuse('login_taken')
      await mailLink(db, { userId, name, sealingKeys, now })
      await writeAudit(db, {
        action: 'operator_invited',
        actorUserId: actor.userId,
        subject: `user:${userId}`,
        requestId: request.id,
      })
      return userId
    })
    return { id }
  })

  serve(inviteOperatorAgain, {
    find: ({ params }) => findOperator(db, params.id),
    act: async ({ actor, subject: { userId, name }, request }, refuse) => {
      if (userId === actor.userId) throw refuse('own_account')
      const now = clock()
      await db.transaction().execute(async (db) => {
        await shutOut(db, { userId, now })
        await mailLink(db, { userId, name, sealingKeys, now })
        await writeAudit(db, {
          action: 'operator_invited',
          actorUserId: actor.userId,
          subject: `user:${userId}`,
          requestId: request.id,
        })
      })
      actors.forget(userId)
      return undefined
    },
  })

  serve(closeOperator, {
    find: ({ params }) => findOperator(db, params.id),
    act: async ({ actor, subject: { userId }, request }, refuse) => {
      if (userId === actor.userId) throw refuse('own_account')
      await db.transaction().execute(async (db) => {
        await shutOut(db, { userId, now: clock() })
        await writeAudit(db, {
          action: 'operator_closed',
          actorUserId: actor.userId,
          subject: `user:${userId}`,
          requestId: request.id,
        })
      })
      actors.forget(userId)
      return undefined
    },
  })
}
