import { afterAll, describe, expect, test } from 'vitest'
import { findCustomers, impersonateAccount, listCustomerContracts, readCustomer } from '#backoffice/customers/api.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { isSafeRead } from '#kit/call.ts'
import { insertCustomer, insertUser } from '../testing/builders.ts'
import { callNameOf, listRegisteredCalls } from '../testing/registered-calls.ts'

const { portal, operator, operatorId } = await deskPortal()
const { db } = portal.context
afterAll(() => portal.close())

/** Reads of operators without an audit entry, each with the reason: they are */
const nothingOfPeople: Record<string, string> = {
  'GET /operator/audit': 'the log itself, in which each look at it would be the next entry',
  'GET /operator/campaigns': 'what the retailer promises',
  'GET /operator/campaigns/:id': 'what the retailer promises',
  'GET /operator/case-choices': 'kinds of cases and who answers them',
  'GET /operator/case-types': 'kinds of cases',
  'GET /operator/cases/complaints.csv': 'counts of complaints',
  'GET /operator/cases/year-report.csv': 'counts of cases',
  'GET /operator/content': 'what the retailer publishes',
  'GET /operator/content/:kind/:key/versions': 'what the retailer published',
  'GET /operator/distributors': 'companies of the market',
  'GET /operator/debt-choices': 'who takes debts over',
  'GET /operator/duty-choices': 'kinds of duties and who takes them over',
  'GET /operator/figures': 'sums',
  'GET /operator/futures': 'prices of the market',
  'GET /operator/futures/:id': 'prices of the market',
  'GET /operator/health': 'how systems fare',
  'GET /operator/holidays': 'days of places',
  'GET /operator/imports': 'names of files and sums',
  'GET /operator/jobs': 'how jobs fare',
  'GET /operator/jobs/:name': 'how a job fares',
  'GET /operator/me': 'the operator',
  'GET /operator/newsletters': 'newsletters with sums',
  'GET /operator/norms': 'norms of the law',
  'GET /operator/operators': 'operators',
  'GET /operator/products': 'what is sold',
  'GET /operator/products/:id': 'what is sold',
  'GET /operator/regulated': 'figures of the law',
  'GET /operator/regulated/:name': 'figures of the law',
  'GET /operator/retailers': 'companies of the market',
  'GET /operator/revision-choices': 'products and their planned prices',
  'GET /operator/revisions': 'changes of prices and terms, with sums',
  'GET /operator/revisions/:id': 'a change of prices or terms, with sums',
  'GET /operator/saved-filters': 'filters of the operator, without search texts',
  'GET /operator/settings': 'settings',
  'GET /operator/today': 'sums',
  'GET /operator/webhook_deliveries': 'types of events and how telling them fared',
  'GET /operator/webhooks': 'addresses of systems',
  'GET /operator/webhooks/:id': 'addresses of systems',
}

const reads = listRegisteredCalls(portal.context).filter((call) => call.access === 'operator' && isSafeRead(call))

test('every read of operators is logged, or listed here with the reason why not', () => {
  const unlogged = reads.filter(({ method, personalData }) => method === 'GET' && !personalData).map(callNameOf)
  expect(unlogged.sort()).toEqual(Object.keys(nothingOfPeople).sort())
})

let seen = 0

/** Returns the log entries since the last call. */
async function logged() {
  const entries = await db
    .selectFrom('audit_entry')
    .where('action', 'in', ['operator_read', 'operator_refused'])
    .orderBy('audit_entry_id')
    .select(['action', 'actor_user_id', 'customer_id', 'subject', 'before', 'after'])
    .execute()
  const added = entries.slice(seen)
  seen = entries.length
  return added
}

describe('the audit log', () => {
  test('records what an operator read of a customer, and not the search terms', async () => {
    const customerId = await insertCustomer(db, { name: 'Eva García' })
    const params = { id: String(customerId) }
    await operator.send(findCustomers, { query: { q: 'Eva García' } })
    await operator.send(readCustomer, { params })
    await operator.send(listCustomerContracts, { params, query: {} })
    const entry = { action: 'operator_read', actor_user_id: operatorId, before: null, after: null }
    expect(await logged()).toEqual([
      { ...entry, customer_id: null, subject: 'GET /operator/customers' },
      { ...entry, customer_id: customerId, subject: `GET /operator/customers/${customerId}` },
      { ...entry, customer_id: customerId, subject: `GET /operator/customers/${customerId}/contracts` },
    ])
  })

  test.each([
    ['99999999', 'GET /operator/customers/99999999'],
    ['x/..', 'GET /operator/customers/x%2F..'],
    ['\u0000', 'GET /operator/customers/%00'],
  ])('records a failed attempt of an operator: %j', async (id, subject) => {
    await operator.sendRaw(readCustomer, { params: { id } })
    expect(await logged()).toEqual([
      {
        action: 'operator_refused',
        actor_user_id: operatorId,
        customer_id: null,
        subject,
        before: null,
        after: { code: 'not_found' },
      },
    ])
  })

  test('omits validation errors and requests for re-authentication', async () => {
    await operator.sendRaw(findCustomers, { query: { q: '' } })
    const userId = await insertUser(db)
    portal.setClock(new Date(portal.context.clock().getTime() + 15 * 60_000))
    const refused = await operator.sendRaw(impersonateAccount, {
      params: { id: String(userId) },
      body: { reason: 'Llamada' },
    })
    expect(refused.json().message).toBe('fresh_authentication_required')
    expect(await logged()).toEqual([])
  })
})
