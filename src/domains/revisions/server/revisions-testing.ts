import { sql } from 'kysely'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { TestPortal } from '#app/server/testing/test-portal.ts'
import { createNoticeContexts } from '#app/server/wiring/mount-revisions.ts'
import { workOnDue } from '#kit/server/queue-runner.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { collectContracts } from './collect-contracts.ts'
import { collectProofs } from './collect-proofs.ts'
import { createNoticeWorker } from './jobs.ts'

export const appliesOn = '2027-01-15'

const prices: ElectricityPrices = {
  powerPerKw: [
    { per: 'day', eur: '0.1' },
    { per: 'day', eur: '0.02' },
  ],
  energyEurPerKwh: ['0.2', '0.15', '0.1'],
  surplusEurPerKwh: null,
  discounts: {},
}

/** Inserts a contract whose holder has a user, or none. */
export async function insertHeldContract(portal: TestPortal, { hasUser }: { hasUser: boolean }) {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const userId = hasUser ? await insertUser(db, { customerIds: [customerId] }) : undefined
  const contract = await insertContract(db, { customerId })
  return { contract, userId: userId! }
}

/** Plans dearer prices for the product of a contract, from the day on which they apply. */
export async function planPrices(portal: TestPortal, { customerId, contractId }: CreatedContract): Promise<number> {
  const { db } = portal.context
  const { product_id } = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('product_id')
    .executeTakeFirstOrThrow()
  const lists = [
    { valid_from: '2025-01-01', prices },
    { valid_from: appliesOn, prices: { ...prices, energyEurPerKwh: ['0.25', '0.15', '0.1'] } },
  ]
  await db
    .insertInto('product_price')
    .values(lists.map((list) => ({ product_id, tariff: '2.0TD', ...list, prices: JSON.stringify(list.prices) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return product_id
}

/** Invoices a year of a contract, from which its yearly cost is known. */
export function insertYear(portal: TestPortal, contract: CreatedContract) {
  const days = { starts_on: '2025-11-01', ends_on: '2026-10-31' }
  return insertInvoice(portal.context.db, { contract, ...days, energy_wh: 2_500_000 })
}

/** Does the work of the jobs: collects contracts, prepares what is due, as if mails had been accepted at an instant, and collects proofs. */
export async function deliverNotices(portal: TestPortal, { sentAt }: { sentAt: Date | null }) {
  const { context } = portal
  const deps = { ...context, log: { error() {} }, contextFor: createNoticeContexts(context) }
  while (await collectContracts(deps)) {}
  await workOnDue(createNoticeWorker(deps))
  if (sentAt)
    await sql`update outbox_message set sent_at = ${sentAt}, sent_to = array['someone@example.test']
      where sent_at is null`.execute(context.db)
  await collectProofs(deps)
}
