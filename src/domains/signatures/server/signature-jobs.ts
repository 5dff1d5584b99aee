import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { startWatchedLoop, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { nextRedactionQuery, redactExpiredCodes } from './redact-signature-codes.ts'
import { findHandler, handlerInputOf, type SignatureHandlers } from './signature-handlers.ts'
import { expireNextSignature } from './signature-store.ts'

type SignatureJobDeps = {
  db: Kysely<DB>
  handlers: SignatureHandlers
  clock: () => Date
}

/**
 * Starts the jobs that expire signatures that were not signed in time, and redact codes. Any number of servers can run
 * them concurrently.
 */
export function startSignatureJobs({ watch, log, ...deps }: SignatureJobDeps & WatchedJobDeps): PollingLoop {
  const { db, clock } = deps
  const everySeconds = 60
  const jobs: PollingLoop[] = [
    startPollingLoop(() => expireSignature(deps), { name: 'expire signatures', everySeconds, log }),
    startWatchedLoop(() => redactExpiredCodes(db, clock()), {
      name: 'forget signature codes',
      nextDue: nextRedactionQuery,
      ...{ everySeconds, watch, clock, log },
    }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/**
 * Expires one signature that was not signed in time, cancels what was requested, and notifies the requester. Returns
 * false when there is none.
 */
export function expireSignature({ db, handlers, clock }: SignatureJobDeps): Promise<boolean> {
  const now = clock()
  return db.transaction().execute(async (transaction) => {
    const signature = await expireNextSignature(transaction, now)
    if (!signature) return false
    const { customerId, subject, contracts, requestedByUserId: userId, title } = signature
    const { onUnsigned } = findHandler(handlers, subject.kind)
    await onUnsigned(transaction, handlerInputOf(signature, now))
    if (!(await hasAccount(transaction, userId))) return true
    const message = {
      kind: 'signatures.expired',
      values: { title },
      userId,
      customerId,
      ...(contracts[0] && { contractId: contracts[0].id }),
    } as const
    await queueMessage(transaction, message, now)
    return true
  })
}

/** Checks whether a user's account still exists: one prepared only for this signature was deleted by its handler. */
async function hasAccount(db: Database, userId: number): Promise<boolean> {
  const account = await db.selectFrom('user_account').where('user_id', '=', userId).select('user_id').executeTakeFirst()
  return account !== undefined
}
