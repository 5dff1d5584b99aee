import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { forgetPastCodes } from './forget-codes.ts'
import { expireNext } from './store.ts'
import { type SignatureSubjects, subjectIn, subjectOf } from './subjects.ts'

type Needs = {
  db: Kysely<DB>
  subjects: SignatureSubjects
  clock: () => Date
  log: Parameters<typeof repeat>[1]['log']
}

/** Ends what nobody signed in time, and takes codes out of what was sent. Any number of servers may do it at once. */
export function startSignatureJobs({ log, ...needs }: Needs): { stop(): Promise<void> } {
  const jobs: Repeated[] = [
    repeat(() => expireSignature(needs), { everySeconds: 60, name: 'expire signatures', log }),
    repeat(() => forgetPastCodes(needs.db, needs.clock()), { everySeconds: 5, name: 'forget signature codes', log }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Ends one signature that nobody signed in time, with what was asked for, and tells whoever asked. False when there is none. */
export function expireSignature({ db, subjects, clock }: Omit<Needs, 'log'>): Promise<boolean> {
  const now = clock()
  return db.transaction().execute(async (transaction) => {
    const signature = await expireNext(transaction, now)
    if (!signature) return false
    const { customerId, subject, contracts, requestedByUserId: userId, title } = signature
    const { whenExpired } = subjectOf(subjects, subject.kind)
    await whenExpired(transaction, subjectIn(signature, now))
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

/** An account that was made ready for nothing else is gone with what it was to sign. */
async function hasAccount(db: Database, userId: number): Promise<boolean> {
  const account = await db.selectFrom('user_account').where('user_id', '=', userId).select('user_id').executeTakeFirst()
  return account !== undefined
}
