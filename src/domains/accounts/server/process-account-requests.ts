import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { AccountRequest as AccountRequestRow, DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { createLink } from '#domains/session/server/accounts/account-link-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { createQueueWorker, type QueueWorker, workOnNext } from '#kit/server/queue-runner.ts'
import { maskEmail } from '#vocabulary/mask-contact.ts'
import { type AccountRequest, accountRequestQueue, deleteRequest, toAccountRequest } from './account-request-store.ts'
import { findAccountsByEmail, findAccountsOfHolder, findAccountsToReset, findContractHolder } from './holders.ts'
import { encryptLink } from './mailed-link.ts'

export type AccountRequestProcessorDeps = {
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  /** Encrypts the links of mails in the outbox. */
  encryptionKeys: KeyRing
  clock: () => Date
  log: { error(details: object, message: string): void }
}

/**
 * Creates the worker that processes account requests and notifies those concerned by mail. The visitor was answered
 * before, so that neither the response nor its timing reveals whether there was a match.
 */
export function createAccountRequestWorker(
  deps: AccountRequestProcessorDeps,
): QueueWorker<Selectable<AccountRequestRow>> {
  const { db, clock, log } = deps
  return createQueueWorker({
    ...{ db, clock, queue: accountRequestQueue },
    work: (row) => processRequest(deps, toAccountRequest(row)),
    async onFailure({ account_request_id, kind, tries }, { message }, { isLast }) {
      log.error({ kind, tries, error: message }, 'account request not processed')
      if (isLast) await deleteRequest(db, account_request_id)
    },
  })
}

/** Processes the account request that is due first. Returns true if there was one. */
export function processNextRequest(deps: AccountRequestProcessorDeps): Promise<boolean> {
  return workOnNext(createAccountRequestWorker(deps))
}

function processRequest(deps: AccountRequestProcessorDeps, request: AccountRequest) {
  return deps.db.transaction().execute(async (transaction) => {
    if (!(await deleteRequest(transaction, request.id))) return
    if (request.kind === 'activation') await processSignUp({ ...deps, db: transaction }, request)
    else await processPasswordReset({ ...deps, db: transaction }, request)
  })
}

type TransactionDeps = Omit<AccountRequestProcessorDeps, 'db'> & { db: Database }
type RequestOfKind<Kind> = Extract<AccountRequest, { kind: Kind }>

/**
 * Sends a link to the given address where NIF and contract belong together and the holder has no account yet. A holder
 * with an account is notified instead, and so is the address on file where another one was given.
 */
async function processSignUp(deps: TransactionDeps, { wanted, locale, requestId }: RequestOfKind<'activation'>) {
  const { db, settings, encryptionKeys, clock } = deps
  const { email, phone } = wanted
  const now = clock()
  const holder = await findContractHolder(db, wanted)
  const holderAccounts = holder ? await findAccountsOfHolder(db, holder) : []
  const accountsInUse = [...holderAccounts, ...(await findAccountsByEmail(db, email))].filter(
    ({ canSignIn }) => canSignIn,
  )
  for (const userId of new Set(accountsInUse.map((account) => account.userId)))
    await queueMessage(db, { kind: 'accounts.accountThere', values: {}, userId, link: '/login' }, now)
  if (!holder || accountsInUse.length) return writeAudit(db, { action: 'sign_up_not_matched', requestId })

  const [prepared] = holderAccounts
  const expiresAt = minutesAfter(now, settings.now().signup.linkHours * 60)
  const { customerId } = holder
  const link = { purpose: 'activation', userId: prepared?.userId ?? null, customerId, email, phone, locale } as const
  const secret = await createLink(db, { ...link, expiresAt }, now)
  await queueMessage(
    db,
    {
      kind: 'accounts.activation',
      values: { until: expiresAt.toISOString() },
      toAddress: email,
      locale,
      link: encryptLink('activation', secret, encryptionKeys),
    },
    now,
  )
  const knownEmails = [
    ...new Set([prepared?.email, holder.email].filter((each) => each).map((each) => each!.toLowerCase())),
  ]
  if (!knownEmails.includes(email.toLowerCase()))
    for (const toAddress of knownEmails)
      await queueMessage(db, { kind: 'accounts.askedElsewhere', values: { address: maskEmail(email) }, toAddress }, now)
  await writeAudit(db, { action: 'sign_up_asked', customerId, requestId })
}

async function processPasswordReset(
  { db, settings, encryptionKeys, clock }: TransactionDeps,
  { wanted, locale, requestId }: RequestOfKind<'reset'>,
) {
  const now = clock()
  const expiresAt = minutesAfter(now, settings.now().password.resetMinutes)
  for (const { userId, login, email } of await findAccountsToReset(db, wanted)) {
    const secret = await createLink(db, { purpose: 'reset', userId, customerId: null, email, locale, expiresAt }, now)
    await queueMessage(
      db,
      {
        kind: 'accounts.reset',
        values: { until: expiresAt.toISOString(), login },
        userId,
        link: encryptLink('reset', secret, encryptionKeys),
      },
      now,
    )
    await writeAudit(db, { action: 'password_reset_asked', subject: `user:${userId}`, requestId })
  }
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}
