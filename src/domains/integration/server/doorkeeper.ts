import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { stayBelow } from '#domains/session/server/visitor-throttle.ts'
import { Refused } from '#kit/refusal.ts'
import { limits, type Scope } from '../rules.ts'
import { type IntegrationKey, useKey } from './keys.ts'

type Needs = { db: Database; clock: () => Date }

/**
 * The key that a request brings, if it is in force and may be used for this. @throws Refused 401 without one, 403 where it
 * is for something else, 429 for one that asks too often and for networks that try others.
 */
export async function admit({ db, clock }: Needs, request: FastifyRequest, scope: Scope): Promise<IntegrationKey> {
  const now = clock()
  const secret = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!secret) throw new Refused('unauthenticated', 401)
  const key = await useKey(db, secret, now)
  if (!key) {
    const { most, minutes } = limits.wrongKeys
    const tried = { what: 'integration', per: 'network' as const, value: request.ip, most, minutes }
    await stayBelow(db, tried, now)
    throw new Refused('integration_key_wrong', 401)
  }
  const used = { what: 'integration', per: 'key' as const, value: String(key.keyId), minutes: 1 }
  await stayBelow(db, { ...used, most: limits.requestsPerMinute }, now)
  if (!key.scopes.includes(scope)) throw new Refused('scope_missing', 403, { extra: { scope } })
  return key
}

/** Lets so many batches of a key through at the same time on this server. */
export function turnstile(most: number) {
  const inside = new Map<number, number>()
  return {
    /** Lets one in; what it answers lets it out. @throws Refused 429 */
    enter({ keyId }: IntegrationKey): () => void {
      const count = (inside.get(keyId) ?? 0) + 1
      if (count > most) throw new Refused('too_many_attempts', 429, { retryAfterSeconds: 5 })
      inside.set(keyId, count)
      return () => {
        const left = inside.get(keyId)! - 1
        if (left > 0) inside.set(keyId, left)
        else inside.delete(keyId)
      }
    },
  }
}
