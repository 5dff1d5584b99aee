import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { linkedIdentitiesOf } from '../openid/identity-store.ts'
import { accessTokensOf } from '../programs/access-token-store.ts'
import { clientsOf } from '../programs/client-store.ts'
import { passkeysOf } from '../second-factor/passkey-store.ts'

/** A way into an account besides its password. */
export type AccountAccess = {
  kind: 'passkey' | 'identity' | 'client' | 'read_key'
  id: string
  name: string
  since: Date
  /** Null if it has not been used yet, and for kinds whose use is not recorded. */
  lastUsedAt: Date | null
}

/**
 * Returns every way into an account besides its password, by kind, with the oldest passkeys and the newest programs
 * first.
 */
export async function accountAccessOf(
  db: Database,
  { userId, now }: { userId: number; now: Date },
): Promise<AccountAccess[]> {
  const passkeys = await passkeysOf(db, userId)
  const identities = await linkedIdentitiesOf(db, userId)
  const clients = await clientsOf(db, userId)
  const readKeys = await accessTokensOf(db, { userId, now })
  return [
    ...passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      kind: 'passkey' as const,
      id: String(passkeyId),
      name,
      since: createdAt,
      lastUsedAt,
    })),
    ...identities.map(({ issuer, subject, linkedAt }) => ({
      kind: 'identity' as const,
      id: identityIdOf({ issuer, subject }),
      name: URL.parse(issuer)?.host ?? issuer,
      since: linkedAt,
      lastUsedAt: null,
    })),
    ...clients.map(({ clientId, createdAt }) => ({
      kind: 'client' as const,
      id: clientId,
      // Enough to recognise it in the settings of the program. The rest is not useful on a screen.
      name: `${clientId.slice(0, 8)}…`,
      since: createdAt,
      lastUsedAt: null,
    })),
    ...readKeys.map(({ accessTokenId, name, createdAt, lastUsedAt }) => ({
      kind: 'read_key' as const,
      id: String(accessTokenId),
      name,
      since: createdAt,
      lastUsedAt,
    })),
  ]
}

/** Returns an id for a linked identity that does not reveal who it is at the provider. */
export function identityIdOf({ issuer, subject }: { issuer: string; subject: string }): string {
  return createHash('sha256').update(`${issuer} ${subject}`).digest('base64url')
}
