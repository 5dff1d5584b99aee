import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'

/** A sign-up request: a NIF and a contract that must belong together, and the contact details to write to. */
export type SignUpRequest = {
  taxId: string
  contract: string
  /** The number of one of their invoices, where the retailer requires it. */
  invoiceNumber: string | null
  email: string
  phone: string | null
}
/** A request for a new password. */
export type PasswordResetRequest = { taxId: string; email: string }

type AccountRequestPayload =
  | { kind: 'activation'; wanted: SignUpRequest }
  | { kind: 'reset'; wanted: PasswordResetRequest }

/** An account request made without a session and not yet processed. */
export type AccountRequest = AccountRequestPayload & { id: string; locale: Locale; requestId: string; tries: number }

export const maxTries = 5
const pauseSeconds = 60

/** Stores an account request. */
export async function storeRequest(
  db: Database,
  { kind, wanted, locale, requestId }: AccountRequestPayload & { locale: Locale; requestId: string },
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

/** Claims the request that is due first and postpones it, so that it is retried if processing fails. */
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
  return {
    ...({ kind, wanted } as AccountRequestPayload),
    id,
    locale: parseLocale(row.locale) ?? 'es',
    requestId,
    tries,
  }
}

/** Deletes a request. Returns whether it still existed; of several servers only one gets true. */
export async function deleteRequest(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_request')
    .where('account_request_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
