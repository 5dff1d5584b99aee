import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { parseId } from '#kit/parse-id.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { revealAccount } from '../api.ts'
import { findAccount } from './contract-terms-store.ts'

/** How often per hour a user may have account numbers revealed. */
const maxPerHour = 10

/** Registers the call that reveals the full number of an account to its owner. Every call is audited. */
export function revealRoutes({ serve, db, clock }: { serve: Serve; db: Kysely<DB>; clock: () => Date }) {
  serve(revealAccount, {
    find: async ({ actor: { customerIds }, params }) => {
      const accountId = parseId(params.accountId)
      return accountId === undefined ? undefined : findAccount(db, { customerIds, accountId })
    },
    async act({ actor: { userId }, subject: { id, customerId, iban }, request }, refuse) {
      const limit = {
        what: 'account shown',
        per: 'key',
        value: `user ${userId}`,
        maxCount: maxPerHour,
        minutes: 60,
      } as const
      const retryAfterSeconds = await countVisit(db, [limit], clock())
      if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
      await writeAudit(db, {
        action: 'account_revealed',
        actorUserId: userId,
        customerId,
        subject: `bank_account:${id}`,
        requestId: request.id,
      })
      return { iban }
    },
  })
}
