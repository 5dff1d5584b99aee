import type { FastifyRequest } from 'fastify'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listProofs, proveIdentity } from '../api.ts'
import { accountOf } from './account-store.ts'
import type { Actors } from './actors.ts'
import { type EntryNeeds, sourceOf } from './entry.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { Place } from './passkeys.ts'
import { isPasswordOf, isUsable } from './passwords.ts'
import { factorsOf, proveFactor } from './second-step.ts'
import { noteProof } from './session-store.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

type Needs = EntryNeeds & {
  serve: Serve
  actors: Actors
  sealingKeys: KeyRing
  placeOf: (request: FastifyRequest) => Place
}

/** The calls by which somebody who is signed in proves once more who they are. */
export function proofRoutes({ serve, actors, placeOf, ...needs }: Needs) {
  const { db, clock } = needs

  serve(listProofs, async ({ actor }) => {
    if (actor.hasSecondFactor) return { kinds: await factorsOf(needs, actor.userId) }
    const { passwordHash } = await accountOf(db, actor.userId)
    return { kinds: [isUsable(passwordHash) ? ('password' as const) : ('openid' as const)] }
  })

  serve(proveIdentity, async ({ actor, body, request }, refuse) => {
    const { userId, sessionId } = actor
    const { address, requestId } = sourceOf(request)
    // Whoever has a second factor has it because a password may be known.
    const proof =
      'password' in body
        ? actor.hasSecondFactor
          ? ({ kind: 'wrong' } as const)
          : await provePassword(userId, body.password, address)
        : await proveFactor(needs, placeOf(request), { userId, factor: body, address })
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

  async function provePassword(userId: number, password: string, address: string) {
    const attempt = { address, account: `password:${userId}` }
    const retryAfterSeconds = await countAttempt(db, attempt, clock())
    if (retryAfterSeconds > 0) return { kind: 'throttled' as const, retryAfterSeconds }
    const { passwordHash } = await accountOf(db, userId)
    if (!(await isPasswordOf(passwordHash, password))) return { kind: 'wrong' as const }
    await forgiveAttempt(db, attempt)
    return { kind: 'proved' as const, by: 'password' as const }
  }
}
