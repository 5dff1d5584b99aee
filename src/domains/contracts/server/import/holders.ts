import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { withdrawClaims } from '#domains/accounts/server/withdraw-claims.ts'
import { storeCustomerRows } from '#domains/customers/server/customer-store.ts'
import { replaceLinks } from '#domains/customers/server/user-customers.ts'
import { storeAccountRows } from '#domains/session/server/accounts/account-changes.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { isCompanyTaxId } from '#vocabulary/tax-id.ts'
import type { CustomerItem, UserItem } from './contracts-file.ts'
import { findKnownCustomers } from './find-known.ts'
import { countWrites, filterAccepted, type ImportEntry, type Refuse, type WriteCounts } from './report.ts'

/** Stores holders by their tax id. Drafts of a user who claimed to be one of them end unsigned. */
export async function storeCustomers(
  db: Database,
  entries: readonly ImportEntry<CustomerItem>[],
): Promise<WriteCounts> {
  const rows = entries.map(({ item: { taxId, name, fiscalAddress, email, phone } }) => ({
    tax_id: taxId,
    name,
    is_company: isCompanyTaxId(taxId),
    fiscal_address: fiscalAddress,
    email,
    phone,
  }))
  const stored = countWrites(await storeCustomerRows(db, rows))
  const taxIds = rows.map(({ tax_id }) => tax_id)
  await withdrawClaims(db, taxIds, new Date())
  return stored
}

/** Stores users by their login, and the holders whose contracts they see. A password is accepted for new users only. */
export async function storeUsers(
  db: Database,
  entries: readonly ImportEntry<UserItem>[],
  refuse: Refuse,
): Promise<WriteCounts> {
  const customers = await findKnownCustomers(
    db,
    entries.flatMap(({ item }) => item.customers),
  )
  const users = filterAccepted(entries, refuse, ({ customers: taxIds }) => {
    const unknown = taxIds.findIndex((taxId) => !customers.has(taxId))
    if (unknown >= 0)
      return [
        `customers[${unknown}]`,
        rejectionReason('customer_unknown', { key: taxIds[unknown]! }),
        'unknown_reference',
      ]
  })
  const accounts = await storeAccountRows(db, await buildAccountRows(db, users))
  const relinked = await replaceLinks(
    db,
    users.flatMap(({ login, customers: taxIds }) =>
      taxIds.map((taxId) => ({ login, customer_id: customers.get(taxId)!.customerId })),
    ),
  )
  const created = new Set(accounts.filter(({ isNew }) => isNew).map(({ login }) => login))
  const written = new Set([...accounts.map(({ login }) => login), ...relinked])
  return { created: created.size, updated: written.size - created.size }
}

/** No password has this hash, so nobody can sign in to an account without a password. */
const noPassword = 'none'

async function buildAccountRows(db: Database, users: readonly UserItem[]) {
  const logins = users.map(({ login }) => login)
  const existingAccounts = await db
    .selectFrom('user_account')
    .where(sql<boolean>`login = any(${logins})`)
    .select(['login', 'email', 'name', 'own_details_at'])
    .execute()
  const known = new Map(existingAccounts.map((account) => [account.login, account]))
  const rows = []
  for (const { login, email, name, locale, password, mustChangePassword } of users) {
    const isHashed = password !== undefined && !known.has(login)
    const password_hash = isHashed ? await hashPassword(password) : noPassword
    // Users who manage their name and address themselves are not renamed by an outdated file.
    const existing = known.get(login)
    const details = existing?.own_details_at ? { email: existing.email, name: existing.name } : { email, name }
    rows.push({ login, ...details, locale, password_hash, must_change_password: isHashed && mustChangePassword })
  }
  return rows
}
