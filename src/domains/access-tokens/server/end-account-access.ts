import type { Database } from '#db/database.ts'
import { revokeAccessToken } from '#domains/session/server/access-token-store.ts'
import { type AccountAccess, accountAccessOf, identityIdOf } from '#domains/session/server/account-access.ts'
import { accountOf } from '#domains/session/server/account-store.ts'
import { revokeClient } from '#domains/session/server/client-store.ts'
import { linkedIdentitiesOf, unlinkIdentity } from '#domains/session/server/identity-store.ts'
import { removePasskey } from '#domains/session/server/passkey-store.ts'
import { revokeOtherSessions } from '#domains/session/server/session-store.ts'
import { switchedOff } from '#domains/session/server/switch-second-factor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type AccessKind, hasWayIn } from '../rules.ts'

type EndAccess = {
  userId: number
  /** The session that goes on. */
  sessionId: string
  items: readonly { kind: AccessKind; id: string }[]
  allowsPasswords: boolean
  requestId: string
  now: Date
}

/**
 * Ends what gets into an account, and every session but the one that asks, which could have been opened by it. Nothing is
 * ended where its owner would be left without a way in. Within a transaction.
 */
export async function endAccountAccess(
  db: Database,
  { userId, sessionId, items, allowsPasswords, requestId, now }: EndAccess,
): Promise<{ kind: 'done'; ended: number } | { kind: 'lastWayIn' }> {
  // One after the other, so that two at once do not each leave what the other ends.
  await db.selectFrom('user_account').where('user_id', '=', userId).select('user_id').forUpdate().execute()
  const present = await accountAccessOf(db, { userId, now })
  const isChosen = (each: AccountAccess) => items.some(({ kind, id }) => kind === each.kind && id === each.id)
  const chosen = present.filter(isChosen)
  if (chosen.length === 0) return { kind: 'done', ended: 0 }
  const { passwordHash } = await accountOf(db, userId)
  const left = present.filter((each) => !isChosen(each)).map(({ kind }) => kind)
  const opensForOwner = chosen.some(({ kind }) => kind === 'passkey' || kind === 'identity')
  if (opensForOwner && !hasWayIn({ allowsPasswords, hasPassword: passwordHash !== 'none', kinds: left }))
    return { kind: 'lastWayIn' }
  for (const each of chosen) await end(db, each, { userId, requestId, now })
  // A read key opens no session.
  if (chosen.some(({ kind }) => kind !== 'read_key')) await revokeOtherSessions(db, { userId, sessionId, now })
  return { kind: 'done', ended: chosen.length }
}

async function end(
  db: Database,
  { kind, id }: AccountAccess,
  { userId, requestId, now }: Pick<EndAccess, 'userId' | 'requestId' | 'now'>,
) {
  const audit = (action: string, subject: string) => writeAudit(db, { action, actorUserId: userId, subject, requestId })
  switch (kind) {
    case 'passkey':
      await removePasskey(db, Number(id))
      return switchedOff(db, { userId, by: 'passkey', requestId, now })
    case 'client':
      await revokeClient(db, { userId, clientId: id, now })
      return audit('client_revoked', `user:${userId}`)
    case 'read_key':
      await revokeAccessToken(db, { userId, accessTokenId: Number(id), now })
      return audit('access_token_revoked', `access_token:${id}`)
    case 'identity': {
      const identities = await linkedIdentitiesOf(db, userId)
      const identity = identities.find((each) => identityIdOf(each) === id)
      if (identity) await unlinkIdentity(db, { userId, ...identity })
      return audit('identity_unlinked', `user:${userId}`)
    }
  }
}
