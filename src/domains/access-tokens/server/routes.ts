import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { accountOf } from '#domains/session/server/accounts/account-store.ts'
import { notifyOwner } from '#domains/session/server/accounts/notify-owner.ts'
import {
  accessTokensOf,
  revokeAccessToken as endToken,
  insertAccessToken,
} from '#domains/session/server/programs/access-token-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { createAccessToken, listAccessTokens, revokeAccessToken } from '../api.ts'
import { maxTokens, type Scope } from '../rules.ts'

type AccessTokenRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the calls by which customers let their own programs read on their behalf, and revoke that access. */
export function accessTokenRoutes({ serve, db, clock }: AccessTokenRouteDeps) {
  serve(listAccessTokens, async ({ actor: { userId } }) => {
    const tokens = await accessTokensOf(db, { userId, now: clock() })
    const items = tokens.map(({ accessTokenId, name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      id: accessTokenId,
      name,
      scopes: scopes as Scope[],
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    }))
    return { items }
  })

  serve(createAccessToken, async ({ actor: { userId }, body: { name, scopes, days }, request }, refuse) => {
    const now = clock()
    const expiresAt = new Date(now.getTime() + days * msPerDay)
    return db.transaction().execute(async (transaction) => {
      // Serialises concurrent calls, so that together they do not exceed the maximum number of tokens.
      await transaction.selectFrom('user_account').where('user_id', '=', userId).select('user_id').forUpdate().execute()
      if ((await accessTokensOf(transaction, { userId, now })).length >= maxTokens)
        throw refuse('access_tokens_too_many')
      const allowed = [...new Set(scopes)]
      const created = await insertAccessToken(transaction, { userId, name, scopes: allowed, expiresAt, now })
      await notifyOwner(transaction, await accountOf(transaction, userId), 'accessTokenMade', now)
      await writeAudit(transaction, {
        action: 'access_token_made',
        actorUserId: userId,
        subject: `access_token:${created.accessTokenId}`,
        after: { scopes: allowed, expiresAt },
        requestId: request.id,
      })
      return { token: created.token }
    })
  })

  serve(revokeAccessToken, {
    find: async ({ actor: { userId }, params }) =>
      (await accessTokensOf(db, { userId, now: clock() })).find(
        ({ accessTokenId }) => String(accessTokenId) === params.id,
      ),
    act: async ({ actor: { userId }, subject: { accessTokenId }, request }) => {
      await db.transaction().execute(async (transaction) => {
        if (!(await endToken(transaction, { userId, accessTokenId, now: clock() }))) return
        const subject = `access_token:${accessTokenId}`
        await writeAudit(transaction, {
          action: 'access_token_revoked',
          actorUserId: userId,
          subject,
          requestId: request.id,
        })
      })
      return undefined
    },
  })
}
