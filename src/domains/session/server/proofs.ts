import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listProofs, proveIdentity } from '../api.ts'
import { accountOf } from './account-store.ts'
import type { Actors } from './actors.ts'
import { type EntryNeeds, sourceOf } from './entry.ts'
import { isPasswordOf, isUsable } from './passwords.ts'
import { noteProof } from './session-store.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

type Needs = EntryNeeds & { serve: Serve; actors: Actors }

/** The calls by which somebody who is signed in proves once more who they are. */
export function proofRoutes({ serve, actors, db, clock }: Needs) {
  serve(listProofs, async ({ actor }) => {
    const { passwordHash } = await accountOf(db, actor.userId)
    return { kinds: [isUsable(passwordHash) ? ('password' as const) : ('openid' as const)] }
  })

  serve(proveIdentity, async ({ actor, body, request }, refuse) => {
    const { userId, sessionId } = actor
    const { address, requestId } = sourceOf(request)
    const attempt = { address, account: `password:${userId}` }
    const retryAfterSeconds = await countAttempt(db, attempt, clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const { passwordHash } = await accountOf(db, userId)
    if (!(await isPasswordOf(passwordHash, body.password))) {
      await writeAudit(db, { action: 'proof_failed', actorUserId: userId, requestId })
      throw refuse('proof_wrong')
    }
    await forgiveAttempt(db, attempt)
    await noteProof(db, { sessionId, now: clock() })
    actors.forget(userId)
    await writeAudit(db, { action: 'proof_given', actorUserId: userId, after: { by: 'password' }, requestId })
    return undefined
  })
}
