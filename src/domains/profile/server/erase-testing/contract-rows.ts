import { randomUUID } from 'node:crypto'
import {
  insertAddress,
  insertAttachment,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { PersonInserter, RowOwner } from './person-inserter.ts'

/** Inserts the person as a customer and as the user who claimed it. */
export async function insertHolder({ db, who }: PersonInserter) {
  const customerId = await insertCustomer(db, {
    ...{ name: who.name, tax_id: who.taxId, email: who.email, phone: who.phone, fiscal_address: who.address },
  })
  const userId = await insertUser(db, {
    ...{ login: who.taxId.toLowerCase(), name: who.name, email: who.email, customerIds: [customerId] },
  })
  await db.updateTable('customer').set({ claimed_by_user_id: userId }).where('customer_id', '=', customerId).execute()
  return { userId, customerId }
}

/** Inserts a contract that has ended, with its documents and paid invoices. */
export async function insertContractAndInvoices(inserter: PersonInserter, customerId: number) {
  const { db, who, add, storeFile } = inserter
  const contract = await insertContract(db, {
    ...{ customerId, state: 'baixa', starts_on: '2020-01-01', ends_on: '2024-03-31', iban: who.iban },
    ...{ payer_name: who.name, payer_tax_id: who.taxId, payer_address: who.address, supply_street: who.address },
    notification_address_id: await insertAddress(db, {
      ...{ customerId, name: who.name, full_address: who.address, street: who.address, email: who.email },
      phone: who.phone,
    }),
  })
  await insertAttachment(db, { contract, name: who.name, file_name: `${who.word}.pdf`, file_key: await storeFile() })
  const accepted = { step: 'accepted', happened_on: '2020-01-01', recorded_at: new Date('2020-01-01T10:00:00Z') }
  await add('switch_step', { customer_id: customerId, contract_id: contract.contractId, ...accepted })
  await add('revision_notice', {
    ...{ customer_id: customerId, contract_id: contract.contractId, revision_id: randomUUID(), state: 'delivered' },
    ...{ due_at: '2024-01-15', file_key: await storeFile(), delivered_to: [who.email] },
  })
  return { contract, invoiceId: await insertInvoices(inserter, customerId, contract) }
}

async function insertInvoices(
  { db, who, add, storeFile }: PersonInserter,
  customerId: number,
  contract: RowOwner['contract'],
) {
  const invoiceId = await insertInvoice(db, {
    ...{ contract, issued_on: '2024-04-05', amount_pending_cents: 0, paid_status: 'paid' },
    content: JSON.stringify({ holder: who.name, nif: who.taxId, address: who.address }),
  })
  await insertMultipointInvoice(db, { customerId, invoicing_address: who.address, amount_pending_cents: 0 })
  const ofInvoice = { customer_id: customerId, invoice_id: invoiceId }
  await add('invoice_document', { ...ofInvoice, document_type: 'pdf', file_key: await storeFile() })
  await add('invoice_pending_state', { ...ofInvoice, changed_on: '2024-04-05', pending_state: 'paid' })
  await add('bill_check', {
    ...{ ...ofInvoice, state: 'right', difference_cents: 0, rules_version: 1, facts_version: '' },
    checked_at: '2024-04-05',
  })
  await add('bill_hold', {
    ...{ ...ofInvoice, state: 'released', fault_kinds: [], difference_cents: 0, held_at: '2024-04-05' },
  })
  await add('invoice_announcement', { ...ofInvoice, state: 'sent', due_at: '2024-04-05' })
  return invoiceId
}
