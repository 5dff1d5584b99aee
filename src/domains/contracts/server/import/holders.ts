import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { withdrawClaims } from '#domains/accounts/server/ended-claims.ts'
import { hashPassword } from '#domains/session/server/passwords.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { isCompanyTaxId } from '#vocabulary/tax-id.ts'
import { because } from '#vocabulary/told-reasons.ts'
import type { CustomerItem, UserItem } from './contracts-file.ts'
import { type KnownCustomer, knownCustomers } from './known.ts'
import { accepted, counted, type Placed, type Refuse, type Stored } from './report.ts'

/** Keeps holders by their tax id. Drafts of whoever claimed to be one of them end unsigned. */
export async function storeCustomers(db: Database, placed: readonly Placed<CustomerItem>[]): Promise<Stored> {
  const rows = placed.map(({ item: { taxId, name, fiscalAddress, email, phone } }) => ({
    tax_id: taxId,
    name,
    is_company: isCompanyTaxId(taxId),
    fiscal_address: fiscalAddress,
    email,
    phone,
  }))
  const stored = counted(await upsertRows(db, { table: 'customer', key: ['tax_id'], rows, isVersioned: true }))
  const taxIds = rows.map(({ tax_id }) => tax_id)
  await withdrawClaims(db, taxIds, new Date())
  return stored
}

/** Keeps users by their log-in, and whose contracts they see. A password is only taken for those who are new. */
export async function storeUsers(db: Database, placed: readonly Placed<UserItem>[], refuse: Refuse): Promise<Stored> {
  const customers = await knownCustomers(
    db,
    placed.flatMap(({ item }) => item.customers),
  )
  const users = accepted(placed, refuse, ({ customers: taxIds }) => {
    const unknown = taxIds.findIndex((taxId) => !customers.has(taxId))
    if (unknown >= 0)
      return [`customers[${unknown}]`, because('customer_unknown', { key: taxIds[unknown]! }), 'unknown_reference']
  })
  const accounts = await upsertRows(db, {
    table: 'user_account',
    key: ['login'],
    rows: await accountRows(db, users),
    onlyNew: ['password_hash', 'must_change_password'],
    isVersioned: true,
  })
  const relinked = await linkUsers(db, users, customers)
  const created = new Set(accounts.filter(({ isNew }) => isNew).map(({ login }) => login))
  const written = new Set([...accounts.map(({ login }) => login), ...relinked])
  return { created: created.size, updated: written.size - created.size }
}

/** No password has this hash, so an account that has none is opened by nobody. */
const noPassword = 'none'

async function accountRows(db: Database, users: readonly UserItem[]) {
  const logins = users.map(({ login }) => login)
  const there = await db
    .selectFrom('user_account')
    .where(sql<boolean>`login = any(${logins})`)
    .select(['login', 'email', 'name', 'own_details_at'])
    .execute()
  const known = new Map(there.map((account) => [account.login, account]))
  const rows = []
  for (const { login, email, name, locale, password, mustChangePassword } of users) {
    const isHashed = password !== undefined && !known.has(login)
    const password_hash = isHashed ? await hashPassword(password) : noPassword
    // Who looks after their name and address themselves is not called otherwise by a file that has not heard of it.
    const present = known.get(login)
    const details = present?.own_details_at ? { email: present.email, name: present.name } : { email, name }
    rows.push({ login, ...details, locale, password_hash, must_change_password: isHashed && mustChangePassword })
  }
  return rows
}

/** Makes users see exactly the holders that the file says; answers the log-ins for which that is another set than before. */
async function linkUsers(
  db: Database,
  users: readonly UserItem[],
  customers: ReadonlyMap<string, KnownCustomer>,
): Promise<string[]> {
  const wanted = users.flatMap(({ login, customers: taxIds }) =>
    taxIds.map((taxId) => ({ login, customer_id: customers.get(taxId)!.customerId })),
  )
  const { rows } = await sql<{ login: string }>`
    with wanted as (
      select user_id, customer_id
      from json_to_recordset(${JSON.stringify(wanted)}::json) as file (login text, customer_id integer)
        join user_account using (login)
    ), added as (
      insert into user_customer select distinct user_id, customer_id from wanted
      on conflict do nothing returning user_id
    ), removed as (
      delete from user_customer link
      where user_id in (select user_id from wanted)
        and not exists (select from wanted where wanted.user_id = link.user_id and wanted.customer_id = link.customer_id)
      returning user_id
    )
    select login from user_account where user_id in (select user_id from added union select user_id from removed)`.execute(
    db,
  )
  return rows.map(({ login }) => login)
}
