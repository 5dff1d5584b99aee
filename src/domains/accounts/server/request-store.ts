import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { type Locale, parseLocale } from '#kit/locale.ts'

/** What a sign-up goes by: a NIF and a contract that must belong together, and whom to write to. */
export type WantedAccount = {
  taxId: string
  contract: string
  /** Of one of their invoices, where the retailer asks for it. */
  invoiceNumber: string | null
  email: string
  phone: string | null
}
/** Who wants a new password. */
export type WantedReset = { taxId: string; email: string }

type Wanted = { kind: 'activation'; wanted: WantedAccount } | { kind: 'reset'; wanted: WantedReset }

/** What was asked for without a session and is not looked at yet. */
export type AccountRequest = Wanted & { id: string; locale: Locale; requestId: string; tries: number }

export const mostTries = 5
const pauseSeconds = 60

/** Notes what somebody asks for. */
export async function keepRequest(
  db: Database,
  { kind, wanted, locale, requestId }: Wanted & { locale: Locale; requestId: string },
  now: Date,
) {
  await db
    .insertInto('account_request')
    .values({
      account_request_id: randomUUID(),
      kind,
      wanted: JSON.stringify(wanted),
      locale,
      request_id: requestId,
      created_at: now,
      run_at: now,
    })
    .execute()
}

/** Takes the request that is due first, and puts it off, so that whatever breaks off is tried again. */
export async function claimRequest(db: Database, now: Date): Promise<AccountRequest | undefined> {
  const row = await db
    .updateTable('account_request')
    .set((request) => ({
      tries: request('tries', '+', 1),
      run_at: new Date(now.getTime() + pauseSeconds * 1000),
    }))
    .where('account_request_id', 'in', (rows) =>
      rows
        .selectFrom('account_request')
        .select('account_request_id')
        .where('run_at', '<=', now)
        .orderBy('run_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { account_request_id: id, kind, wanted, request_id: requestId, tries } = row
  return { ...({ kind, wanted } as Wanted), id, locale: parseLocale(row.locale) ?? 'es', requestId, tries }
}

/** Forgets a request; answers whether it was still there, which of several servers only one is told. */
export async function forgetRequest(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_request')
    .where('account_request_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
