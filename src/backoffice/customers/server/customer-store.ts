import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { openStates } from '#domains/changes/rules.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { findPage, type PageRange } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import type { CustomerAccount, CustomerContract, CustomerInvoice } from '../api.ts'

type CustomerRow = {
  id: number
  name: string
  tax_id: string
  is_claim: boolean
  is_company: boolean
  fiscal_address: string
  email: string | null
  phone: string | null
  contract_count: number
  unpaid_count: number
  unpaid_cents: number
  open_requests: number
  open_cases: number
}

/** Returns a customer by the id from a URL, with open items. */
export async function findCustomer(db: Database, id: string): Promise<CustomerRow | undefined> {
  const customerId = parseId(id)
  if (customerId === undefined) return undefined
  const customers = await sql<Omit<CustomerRow, keyof OpenItems>>`
    select customer_id as id, name, coalesce(claimed_tax_id, tax_id) as tax_id, claimed_tax_id is not null as is_claim,
      is_company, fiscal_address, email, phone
    from customer where customer_id = ${customerId} and erased_at is null`.execute(db)
  const customer = customers.rows[0]
  return customer && { ...customer, ...(await countOpenItems(db, customer.id)) }
}

type OpenItems = Pick<CustomerRow, 'contract_count' | 'unpaid_count' | 'unpaid_cents' | 'open_requests' | 'open_cases'>

async function countOpenItems(db: Database, customerId: number): Promise<OpenItems> {
  const { rows } = await sql<OpenItems>`
    select
      (select count(*)::integer from contract where customer_id = ${customerId}) as contract_count,
      (select count(*)::integer from ${visibleInvoices} invoice where customer_id = ${customerId} and paid_status = 'unpaid') as unpaid_count,
      (select coalesce(sum(amount_pending_cents), 0)::integer from ${visibleInvoices} invoice
        where customer_id = ${customerId} and paid_status = 'unpaid') as unpaid_cents,
      (select count(*)::integer from change_request
        where customer_id = ${customerId} and state = any(${[...openStates]})) as open_requests,
      (select count(*)::integer from support_case
        where customer_id = ${customerId} and state not in ('accepted', 'denied')) as open_cases`.execute(db)
  return rows[0]!
}

/** Returns the accounts that can see a customer's data. */
export async function findCustomerAccounts(db: Database, customerId: number): Promise<CustomerAccount[]> {
  const { rows } = await sql<Omit<CustomerAccount, 'last_seen_at'> & { last_seen_at: Date | null }>`
    select user_id as id, login, name, email,
      exists (select from code_app where code_app.user_id = user_account.user_id and confirmed_at is not null)
        or exists (select from passkey where passkey.user_id = user_account.user_id) as has_second_factor,
      (select max(last_seen_at) from session where session.user_id = user_account.user_id and not readonly) as last_seen_at
    from user_customer join user_account using (user_id)
    where customer_id = ${customerId} and role = 'customer'
    order by login limit 100`.execute(db)
  return rows.map(({ last_seen_at: seen, ...account }) => ({ ...account, last_seen_at: seen?.toISOString() ?? null }))
}

/** Returns the contracts of a customer, active ones first. */
export function findContracts(db: Database, { customerId, ...range }: PageRange & { customerId: number }) {
  const selection = {
    columns: sql`contract_id as id, contract.name, cups, contract.energy, state, tariff, product.name as product,
      supply_street as street, supply_city as city, starts_on, ends_on,
      exists (select from signature where signature.customer_id = contract.customer_id and subject_kind = 'contract'
        and signature.state = 'signed'
        and contract.contract_id in (signature.contract_id, second_contract_id)) as is_signed_here`,
    from: sql`contract join product using (product_id)`,
    where: [sql`customer_id = ${customerId}`],
    orderBy: sql`state <> 'activa', contract.name`,
  }
  return findPage<CustomerContract>(db, selection, range)
}

type InvoicesQuery = PageRange & { customerId: number; contract: number | undefined }

/** Returns the invoices of a customer or of one of their contracts, newest first. */
export function findInvoices(db: Database, { customerId, contract, ...range }: InvoicesQuery) {
  const selection = {
    columns: sql`invoice_id as id, number, contract.name as contract, issued_on, invoice.starts_on, invoice.ends_on,
      energy_wh::float8 as energy_wh, amount_total_cents / 100.0::float8 as amount,
      amount_pending_cents / 100.0::float8 as pending, paid_status as status, is_held`,
    from: sql`invoice join contract using (customer_id, contract_id)`,
    where: [
      sql`customer_id = ${customerId}`,
      ...(contract === undefined ? [] : [sql`invoice.contract_id = ${contract}`]),
    ],
    orderBy: sql`issued_on desc, invoice_id desc`,
  }
  return findPage<CustomerInvoice>(db, selection, range)
}

/** Returns a customer account by the id from a URL, with the holders that it can see. */
export async function findAccount(db: Database, id: string) {
  const userId = parseId(id)
  if (userId === undefined) return undefined
  const row = await db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .where('role', '=', 'customer')
    .select(['user_id as userId', 'login', 'locale'])
    .executeTakeFirst()
  return row
}
