import type { TestPortal } from '#app/server/testing/test-portal.ts'
import { insertAccountRows } from './account-rows.ts'
import { insertContractAndInvoices, insertHolder } from './contract-rows.ts'
import { insertMessageRows } from './message-rows.ts'
import { insertPaymentRows } from './payment-rows.ts'
import { createPersonInserter, type TestIdentity } from './person-inserter.ts'
import { insertRequestRows } from './request-rows.ts'
import { insertSupplyRows } from './supply-rows.ts'

/** Inserts a row of a person into every table that an erasure affects. Their contract has ended. */
export async function insertPersonInEveryTable({ context }: TestPortal, { now, ...who }: TestIdentity & { now: Date }) {
  const inserter = createPersonInserter(context, who, now)
  const { userId, customerId } = await insertHolder(inserter)
  const { contract, invoiceId } = await insertContractAndInvoices(inserter, customerId)
  const owner = { userId, customerId, contract, invoiceId }
  await insertSupplyRows(inserter, owner)
  await insertAccountRows(inserter, owner)
  await insertMessageRows(inserter, owner)
  await insertPaymentRows(inserter, owner)
  await insertRequestRows(inserter, owner)
  return { userId, customerId, contract }
}
