import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { updateContract } from '#domains/contract-records/server/contract-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { type ContactField, contactFields, type Delivery } from '../rules.ts'
import {
  type AddressParts,
  type ContractWithAddress,
  deleteUnusedAddress,
  lockContractWithAddress,
  type StoredAddress,
  saveAddress,
} from './address-store.ts'

/** Who makes a change, in which request and when, and the version that they have seen. */
export type CorrespondenceChangeContext = { userId: number; requestId: string; now: Date; seen?: string | undefined }

/** Sends the correspondence of a contract to another address of its holder, either an existing one or a new one. */
export function changeAddress(
  db: Kysely<DB>,
  contract: ContractWithAddress,
  address: StoredAddress | AddressParts,
  context: CorrespondenceChangeContext,
): Promise<StoredAddress> {
  return db.transaction().execute(async (transaction) => {
    const current = await lockContractWithAddress(transaction, contract)
    const next = 'address_id' in address ? address : await saveAddress(transaction, contract.customerId, address)
    if (next.address_id === current.address.address_id) return next
    requireExpectedVersion(context.seen, presentNotification(current))
    await updateContract(transaction, contract, { notification_address_id: next.address_id })
    const details = { address_id: next.address_id, full_address: next.full_address }
    await recordChange(transaction, contract, { kind: 'notification_address', details }, context)
    const values = { contract: contract.name, name: next.name, address: next.full_address }
    await notifyHolder(transaction, contract, { key: 'addressChanged', values }, context)
    if (next.email !== current.address.email) await notifyPreviousEmail(transaction, current, context)
    return next
  })
}

/**
 * Changes the contact e-mail or phone of one contract. Other contracts that share the address are not affected: the
 * changed contract gets an address of its own.
 */
export async function changeContactOfContract(
  db: Kysely<DB>,
  contract: ContractWithAddress,
  { field, value }: { field: ContactField; value: string },
  context: CorrespondenceChangeContext,
) {
  const { customerId } = contract
  await db.transaction().execute(async (transaction) => {
    const current = await lockContractWithAddress(transaction, contract)
    const { address } = current
    if (address[field] === value) return
    requireExpectedVersion(context.seen, presentNotification(current))
    const next = await saveAddress(transaction, customerId, { ...address, [field]: value })
    await updateContract(transaction, contract, { notification_address_id: next.address_id })
    await deleteUnusedAddress(transaction, { customerId, addressId: address.address_id })
    await recordChange(transaction, contract, { kind: `notification_${field}`, details: { [field]: value } }, context)
    const key = `${field}Changed` as const
    await notifyHolder(transaction, contract, { key, values: { contract: contract.name, value } }, context)
    if (field === 'email') await notifyPreviousEmail(transaction, current, context)
  })
}

/** Checks whether this is the name of a contact field that can be changed by itself. */
export function isContactField(name: string): name is ContactField {
  return contactFields.some((field) => field === name)
}

/** Changes how the invoices of a contract are delivered. */
export async function changeDeliveryOfContract(
  db: Kysely<DB>,
  contract: ContractWithAddress,
  delivery: Delivery,
  context: CorrespondenceChangeContext,
) {
  await db.transaction().execute(async (transaction) => {
    const current = await lockContractWithAddress(transaction, contract)
    if (current.delivery === delivery) return
    requireExpectedVersion(context.seen, { version: current.deliveryVersion, invoice_online: current.delivery })
    await updateContract(transaction, contract, { invoice_delivery: delivery })
    await recordChange(
      transaction,
      contract,
      { kind: 'invoice_online', details: { invoice_online: delivery } },
      context,
    )
    const { email, full_address } = current.address
    const values = { contract: contract.name, delivery, to: delivery === 'email' ? email! : full_address }
    await notifyHolder(transaction, contract, { key: 'deliveryChanged', values }, context)
  })
}

/** Returns the current contact data, for a client whose version is out of date. */
function presentNotification({
  address: { version, address_id: id, name, full_address, email, phone },
}: ContractWithAddress) {
  return { version, notification_address: { id, name, full_address, email, mobile: phone } }
}

/** Records the change request. Its state is `done` at once, because no one outside the retailer has to act on it. */
async function recordChange(
  db: Database,
  { customerId, contractId }: ContractWithAddress,
  { kind, details }: { kind: string; details: Record<string, unknown> },
  { userId, requestId, now }: CorrespondenceChangeContext,
) {
  await createChangeRequest(db, { customerId, contractId, kind, details, state: 'done', userId, requestId, now })
}

/** A message for every user who manages the holder, not only for the signed-in user, who may be someone else. */
type HolderNotification = { key: string; values: Record<string, string>; toAddress?: string }

async function notifyHolder(
  db: Database,
  { customerId, contractId, energy, name }: ContractWithAddress,
  { key, values, toAddress }: HolderNotification,
  { now }: CorrespondenceChangeContext,
) {
  const link = contractAddress({ energy, name })
  const kind = `correspondence.${key}` as const
  await queueMessage(db, { kind, values, customerId, contractId, link, toAddress }, now)
}

/**
 * Notifies the e-mail address that no longer receives correspondence, and explains where to turn to if the customer did
 * not make the change.
 */
async function notifyPreviousEmail(db: Database, contract: ContractWithAddress, context: CorrespondenceChangeContext) {
  const { email } = contract.address
  if (email === null) return
  await notifyHolder(db, contract, { key: 'emailLeft', values: { contract: contract.name }, toAddress: email }, context)
}
