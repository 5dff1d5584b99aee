import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { accountAccessOf } from '#domains/session/server/accounts/account-access.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { Serve } from '#kit/server/serve.ts'
import { endAccountAccess, listAccountAccess } from '../account-access-api.ts'
import { endAccountAccess as endAccess } from './end-account-access.ts'

type AccountAccessRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  actors: Actors
  allowsPasswords: () => boolean
  clock: () => Date
}

/** Registers the calls by which users list the ways into their account besides the password, and revoke them. */
export function accountAccessRoutes({ serve, db, actors, allowsPasswords, clock }: AccountAccessRouteDeps) {
  serve(listAccountAccess, async ({ actor: { userId } }) => {
    const present = await accountAccessOf(db, { userId, now: clock() })
    const items = present.map(({ kind, id, name, since, lastUsedAt }) => ({
      kind,
      id,
      name,
      since: since.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    }))
    return { items }
  })

  serve(endAccountAccess, async ({ actor: { userId, sessionId }, body: { items }, request }, refuse) => {
    const input = { userId, sessionId, items, allowsPasswords: allowsPasswords(), requestId: request.id, now: clock() }
    const outcome = await db.transaction().execute((transaction) => endAccess(transaction, input))
    if (outcome.kind === 'lastWayIn') throw refuse('last_way_in')
    actors.forget(userId)
    return { ended: outcome.ended }
  })
}
