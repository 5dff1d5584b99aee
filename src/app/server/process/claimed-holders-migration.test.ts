import { afterAll, beforeAll, expect, test } from 'vitest'
import { up } from '#db/migrations/0060-claimed-holders.ts'
import { insertLead, updateLead } from '#domains/lead-records/server/lead-store.ts'
import { insertContract, insertCustomer, insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const now = new Date('2026-10-15T10:00:00Z')
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())

/**
 * Creates a contract holder as drafts did before claims existed: with a lead that became a contract, and an account
 * under the tax id.
 */
async function aDraftOf(taxId: string, contract: { state?: string; signed_on?: string | null } = {}) {
  const { db } = portal.context
  const typed = { name: `Anna ${taxId}`, tax_id: taxId, email: `${taxId}@example.test` }
  const customerId = await insertCustomer(db, typed)
  const userId = await insertUser(db, { login: taxId.toLowerCase(), customerIds: [customerId] })
  const { contractId } = await insertContract(db, {
    ...{ customerId, state: 'esborrany', signed_on: null, starts_on: null },
    ...contract,
  })
  const leadId = await insertLead(
    db,
    { kind: 'electricity', visitorHash: taxId, userId: null, locale: 'es', now },
    typed,
  )
  await updateLead(db, { leadId, now }, { state: 'sent', customer_id: customerId, contract_id: contractId })
  return { customerId, userId }
}

test('earlier drafts become claims, except for holders who signed or whom the retailer knows', async () => {
  const { db } = portal.context
  const [unsigned, lapsed] = [await aDraftOf('00000001R'), await aDraftOf('00000002W', { state: 'cancelada' })]
  const signed = await aDraftOf('00000003A', { signed_on: '2026-10-01' })
  const known = await aDraftOf('00000004G')
  await insertContract(db, { customerId: known.customerId })

  await db.schema.alterTable('customer').dropColumn('claimed_tax_id').dropColumn('claimed_by_user_id').execute()
  await up(db as never)

  const customers = await db.selectFrom('customer').orderBy('customer_id').selectAll().execute()
  expect(customers.map(({ tax_id, claimed_tax_id }) => [tax_id, claimed_tax_id])).toEqual([
    [expect.stringMatching(/^claim:\d+$/), '00000001R'],
    [expect.stringMatching(/^claim:\d+$/), '00000002W'],
    ['00000003A', null],
    ['00000004G', null],
  ])
  const ties = await db.selectFrom('user_customer').orderBy('customer_id').select('user_id').execute()
  expect(ties.map(({ user_id }) => user_id)).toEqual([signed.userId, known.userId])
  const users = await db.selectFrom('user_account').orderBy('user_id').select(['user_id', 'login']).execute()
  expect(users.map(({ login }) => login)).toEqual([
    `claim-${unsigned.userId}`,
    `claim-${lapsed.userId}`,
    '00000003a',
    '00000004g',
  ])
})
