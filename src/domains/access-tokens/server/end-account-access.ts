import type { Database } from '#db/database.ts'
import { type AccountAccess, accountAccessOf, identityIdOf } from '#domains/session/server/accounts/account-access.ts'
import { accountOf } from '#domains/session/server/accounts/account-store.ts'
import { linkedIdentitiesOf, unlinkIdentity } from '#domains/session/server/openid/identity-store.ts'
import { revokeAccessToken } from '#domains/session/server/programs/access-token-store.ts'
import { revokeClient } from '#domains/session/server/programs/client-store.ts'
import { deletePasskey } from '#domains/session/server/second-factor/passkey-store.ts'
import { onSecondFactorRemoved } from '#domains/session/server/second-factor/second-factor-changes.ts'
import { revokeOtherSessions } from '#domains/session/server/sessions/revoke-sessions.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type AccessKind, canOwnerSignIn } from '../rules.ts'

type EndAccessInput = {
  userId: number
  /** The session that stays open. */
  sessionId: string
  items: readonly { kind: AccessKind; id: string }[]
  allowsPasswords: boolean
  requestId: string
  now: Date
}

/**
 * Revokes access to an account, and every session except the current one, because the revoked access could have opened
 * them. Revokes nothing if the owner would be left without a way to sign in. Runs within a transaction.
 */
export async function endAccountAccess(
  db: Database,
  { userId, sessionId, items, allowsPasswords, requestId, now }: EndAccessInput,
): Promise<{ kind: 'done'; ended: number } | { kind: 'lastWayIn' }> {
  // Serialises concurrent calls, so that two of them do not each rely on the access that the other one revokes.
  await db.selectFrom('user_account').where('user_id', '=', userId).select('user_id').forUpdate().execute()
  const present = await accountAccessOf(db, { userId, now })
  const isChosen = (each: AccountAccess) => items.some(({ kind, id }) => kind === each.kind && id === each.id)
  const chosen = present.filter(isChosen)
  if (chosen.length === 0) return { kind: 'done', ended: 0 }
  const { passwordHash } = await accountOf(db, userId)
  const remainingKinds = present.filter((each) => !isChosen(each)).map(({ kind }) => kind)
  const removesOwnerAccess = chosen.some(({ kind }) => kind === 'passkey' || kind === 'identity')
  if (
    removesOwnerAccess &&
    !canOwnerSignIn({ allowsPasswords, hasPassword: passwordHash !== 'none', kinds: remainingKinds })
  )
    return { kind: 'lastWayIn' }
  for (const each of chosen) await endAccess(db, each, { userId, requestId, now })
  // A read key opens no sessions.
  if (chosen.some(({ kind }) => kind !== 'read_key')) await revokeOtherSessions(db, { userId, sessionId, now })
  return { kind: 'done', ended: chosen.length }
}

async function endAccess(
  db: Database,
  { kind, id }: AccountAccess,
  { userId, requestId, now }: Pick<EndAccessInput, 'userId' | 'requestId' | 'now'>,
) {
  const audit = (action: string, subject: string) => writeAudit(db, { action, actorUserId: userId, subject, requestId })
  switch (kind) {
    case 'passkey':
      await deletePasskey(db, Number(id))
      return onSecondFactorRemoved(db, { userId, by: 'passkey', requestId, now })
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
