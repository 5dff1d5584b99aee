import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { Refused } from '#kit/refusal.ts'
import { enforceVisitLimit } from '#kit/server/visitor-throttle.ts'
import { limits, type Scope } from '../rules.ts'
import { findActiveKey, type IntegrationKey } from './key-store.ts'

type KeyAuthenticationDeps = { db: Database; clock: () => Date }

/**
 * Returns the key of a request if it is active and has the required scope. @throws Refused 401 without one, 403 for a
 * missing scope, 429 beyond the request limit of a key or the wrong-key limit of a network.
 */
export async function authenticateKey(
  { db, clock }: KeyAuthenticationDeps,
  request: FastifyRequest,
  scope: Scope,
): Promise<IntegrationKey> {
  const now = clock()
  const secret = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!secret) throw new Refused('unauthenticated', 401)
  const key = await findActiveKey(db, secret, now)
  if (!key) {
    const { most: maxCount, minutes } = limits.wrongKeys
    const attemptLimit = { what: 'integration', per: 'network' as const, value: request.ip, maxCount, minutes }
    await enforceVisitLimit(db, attemptLimit, now)
    throw new Refused('integration_key_wrong', 401)
  }
  const requestLimit = { what: 'integration', per: 'key' as const, value: String(key.keyId), minutes: 1 }
  await enforceVisitLimit(db, { ...requestLimit, maxCount: limits.requestsPerMinute }, now)
  if (!key.scopes.includes(scope)) throw new Refused('scope_missing', 403, { extra: { scope } })
  return key
}

/** Creates a limit on the concurrent batches per key on this server. */
export function createBatchLimit(maxCount: number) {
  const activeBatches = new Map<number, number>()
  return {
    /** Acquires a slot and returns the function that releases it. @throws Refused 429 */
    acquire({ keyId }: IntegrationKey): () => void {
      const count = (activeBatches.get(keyId) ?? 0) + 1
      if (count > maxCount) throw new Refused('too_many_attempts', 429, { retryAfterSeconds: 5 })
      activeBatches.set(keyId, count)
      return () => {
        const remaining = activeBatches.get(keyId)! - 1
        if (remaining > 0) activeBatches.set(keyId, remaining)
        else activeBatches.delete(keyId)
      }
    },
  }
}
