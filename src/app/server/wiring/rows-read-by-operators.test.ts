import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCustomers, impersonateAccount, readCustomer } from '#backoffice/customers/api.ts'
import { listLeads } from '#backoffice/leads/api.ts'
import { listMails } from '#domains/messages/desk/api.ts'
import { listOperators } from '#domains/operators/desk/api.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { listCases } from '#domains/support/desk/cases/api.ts'
import { countRowsRead, recordStatements } from '../testing/recorded-statements.ts'

const people = 10_000
/** Of a table of so many people, a page of an operator reads no more rows than these. */
const maxRows = 600

const { portal, operator } = await deskPortal({ now: new Date('2026-11-20T11:00:00Z') })

beforeAll(async () => {
  await portal.context.pool.query(
    `
    insert into customer (name, tax_id, is_company, fiscal_address)
      select 'Holder ' || i, lpad(i::text, 8, '0') || substr('TRWAGMYFPDXBNJZSQVHLCKE', 1 + i % 23, 1), false, '' from generate_series(1, ${people}) i;
    insert into user_account (user_id, login, email, name, password_hash)
      select customer_id + 100000, lower(tax_id), lower(tax_id) || '@example.test', name, 'none' from customer;
    insert into user_customer (user_id, customer_id) select customer_id + 100000, customer_id from customer;
    insert into support_case (customer_id, case_type, subject, state, locale, opened_at, updated_at)
      select customer_id, 'claim', 'Factura ' || customer_id, 'accepted', 'es', '2026-01-01', timestamptz '2026-01-01' + customer_id * interval '1 minute'
      from customer;
    insert into outbox_message (message_id, customer_id, user_id, kind, values, created_at, send_at, sent_at)
      select gen_random_uuid(), customer_id, customer_id + 100000, 'session.passwordChanged', '{}', '2026-01-01', '2026-01-01', '2026-01-01' from customer;
    insert into lead (kind, visitor_hash, locale, created_at, updated_at, expires_at, name)
      select 'power', 'v', 'es', timestamptz '2026-01-01' + i * interval '1 minute', '2026-01-01', '2027-01-01', 'Lead ' || i from generate_series(1, ${people}) i`,
  )
  await portal.context.pool.query('analyze')
})
afterAll(() => portal.close())

const query = (values: object) => ({ query: values as never })
const taxId = '00005000V'

test.each<[string, string, () => Promise<unknown>]>([
  ['a customer', 'customer', () => operator.send(readCustomer, { params: { id: '5000' } })],
  ['the accounts of a customer', 'user_account', () => operator.send(readCustomer, { params: { id: '5000' } })],
  ['customers by tax id', 'customer', () => operator.send(findCustomers, query({ q: taxId }))],
  [
    'an account to see as its owner',
    'user_account',
    () => operator.send(impersonateAccount, { params: { id: '105000' }, body: { reason: 'Llamada' } }),
  ],
  ['all cases', 'support_case', () => operator.send(listCases, query({ state: 'all', limit: 25 }))],
  ['cases by tax id', 'support_case', () => operator.send(listCases, query({ q: taxId, state: 'all', limit: 25 }))],
  [
    'cases by words',
    'support_case',
    () => operator.send(listCases, query({ q: 'factura 5000', state: 'all', limit: 25 })),
  ],
  ['mails by tax id', 'user_account', () => operator.send(listMails, query({ q: taxId, limit: 25 }))],
  ['leads by words', 'lead', () => operator.send(listLeads, query({ q: 'lead 5000', limit: 25 }))],
  ['operators', 'user_account', () => operator.send(listOperators, query({ limit: 25 }))],
])('few rows are read for %s', async (_, table, work) => {
  const statements = await recordStatements(table, work)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    // Results are counted up to a maximum, which is more than there are here. The session is looked up for every call.
    if (!/^\s*(select|with)/.test(statement.text) || /as counted|^select "session"/.test(statement.text)) continue
    expect(await countRowsRead(portal.context.pool, statement), statement.text).toBeLessThanOrEqual(maxRows)
  }
})
