import type { FastifyRequest } from 'fastify'
import { writeAudit } from '#kit/server/audit.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listReauthenticationMethods, reauthenticate } from '../../reauthentication-api.ts'
import { accountOf } from '../accounts/account-store.ts'
import { isPasswordOf, isUsableHash } from '../password/passwords.ts'
import { availableFactors, verifyFactor } from '../second-factor/second-factor.ts'
import type { BrowserOrigin } from '../second-factor/webauthn.ts'
import { requestSourceOf, type SignInDeps } from '../sign-in/sign-in.ts'
import { countAttempt, refundAttempt } from '../sign-in/sign-in-throttle.ts'
import type { Actors } from './actors.ts'
import { recordReauthentication } from './session-store.ts'

type ReauthenticationRouteDeps = SignInDeps & {
  serve: Serve
  actors: Actors
  encryptionKeys: KeyRing
  browserOriginOf: (request: FastifyRequest) => BrowserOrigin
}

/** Registers the calls by which a signed-in user re-authenticates. */
export function reauthenticationRoutes({ serve, actors, browserOriginOf, ...deps }: ReauthenticationRouteDeps) {
  const { db, clock } = deps

  serve(listReauthenticationMethods, async ({ actor }) => {
    if (actor.hasSecondFactor) return { kinds: await availableFactors(deps, actor.userId) }
    const { passwordHash } = await accountOf(db, actor.userId)
    return { kinds: [isUsableHash(passwordHash) ? ('password' as const) : ('openid' as const)] }
  })

  serve(reauthenticate, async ({ actor, body, request }, refuse) => {
    const { userId, sessionId } = actor
    const { address, requestId } = requestSourceOf(request)
    // A user has a second factor because the password may be compromised, so the password alone is not accepted.
    const verification =
      'password' in body
        ? actor.hasSecondFactor
          ? ({ kind: 'wrong' } as const)
          : await verifyCurrentPassword(userId, body.password, address)
        : await verifyFactor(deps, browserOriginOf(request), { userId, factor: body, address })
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

  async function verifyCurrentPassword(userId: number, password: string, address: string) {
    const attempt = { address, account: `password:${userId}` }
    const retryAfterSeconds = await countAttempt(db, attempt, clock())
    if (retryAfterSeconds > 0) return { kind: 'throttled' as const, retryAfterSeconds }
    const { passwordHash } = await accountOf(db, userId)
    if (!(await isPasswordOf(passwordHash, password))) return { kind: 'wrong' as const }
    await refundAttempt(db, attempt)
    return { kind: 'verified' as const, by: 'password' as const }
  }
}
