import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { AccountRequest as AccountRequestRow } from '#db/tables.ts'
import type { WorkQueue } from '#kit/server/work-queue.ts'
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

/** The account requests that wait. Each is postponed when it is claimed, so that it is retried if processing fails. */
export const accountRequestQueue: WorkQueue<Selectable<AccountRequestRow>> = {
  table: 'account_request',
  key: ['account_request_id'],
  due: 'run_at',
  waiting: sql`true`,
  tries: 'tries',
  maxTries: 5,
  pausesSeconds: [60],
}

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

/** Converts a row to a request. It was written by `storeRequest`. */
export function toAccountRequest(row: Selectable<AccountRequestRow>): AccountRequest {
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
