import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { revealAccount } from '../api.ts'
import { findAccount } from './store.ts'

/** So often in an hour may one person have an account shown. */
const mostPerHour = 10

/** Shows the number of an account in full to whoever it belongs to; each time stands in the audit log. */
export function revealRoutes({ serve, db, clock }: { serve: Serve; db: Kysely<DB>; clock: () => Date }) {
  serve(revealAccount, {
    find: async ({ actor: { customerIds }, params: { accountId } }) =>
      /^[1-9]\d{0,8}$/.test(accountId) ? findAccount(db, { customerIds, accountId: Number(accountId) }) : undefined,
    async act({ actor: { userId }, subject: { id, customerId, iban }, request }, refuse) {
      const limit = {
        what: 'account shown',
        per: 'key',
        value: `user ${userId}`,
        most: mostPerHour,
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
