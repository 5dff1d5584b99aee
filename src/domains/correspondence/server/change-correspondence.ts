import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { requestChange } from '#domains/changes/server/change-requests.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import { type ContactField, contactFields, type Delivery } from '../rules.ts'
import {
  type AddressParts,
  forgetUnused,
  holdReached,
  keepAddress,
  type ReachedContract,
  type StoredAddress,
  updateContract,
} from './store.ts'

/** Who changes something, by which request and when, and the version of it that they have seen. */
export type Asking = { userId: number; requestId: string; now: Date; seen?: string | undefined }

/** Sends what is about a contract to another address of its holder: one that is known, or a new one. */
export function changeAddress(
  db: Kysely<DB>,
  contract: ReachedContract,
  address: StoredAddress | AddressParts,
  asking: Asking,
): Promise<StoredAddress> {
  return db.transaction().execute(async (transaction) => {
    const present = await holdReached(transaction, contract)
    const next = 'address_id' in address ? address : await keepAddress(transaction, contract.customerId, address)
    if (next.address_id === present.address.address_id) return next
    requireSeen(asking.seen, presentNotification(present))
    await updateContract(transaction, contract, { notification_address_id: next.address_id })
    const details = { address_id: next.address_id, full_address: next.full_address }
    await ask(transaction, contract, { kind: 'notification_address', details }, asking)
    const values = { contract: contract.name, name: next.name, address: next.full_address }
    await tell(transaction, contract, { key: 'addressChanged', values }, asking)
    if (next.email !== present.address.email) await tellWhoIsLeft(transaction, present, asking)
    return next
  })
}

/**
 * Changes the e-mail or phone by which a holder is reached about one contract. Other contracts with the same address keep
 * what they have: the changed one gets an address of its own.
 */
export async function changeContactOf(
  db: Kysely<DB>,
  contract: ReachedContract,
  { field, value }: { field: ContactField; value: string },
  asking: Asking,
) {
  const { customerId } = contract
  await db.transaction().execute(async (transaction) => {
    const present = await holdReached(transaction, contract)
    const { address } = present
    if (address[field] === value) return
    requireSeen(asking.seen, presentNotification(present))
    const next = await keepAddress(transaction, customerId, { ...address, [field]: value })
    await updateContract(transaction, contract, { notification_address_id: next.address_id })
    await forgetUnused(transaction, { customerId, addressId: address.address_id })
    await ask(transaction, contract, { kind: `notification_${field}`, details: { [field]: value } }, asking)
    const key = `${field}Changed` as const
    await tell(transaction, contract, { key, values: { contract: contract.name, value } }, asking)
    if (field === 'email') await tellWhoIsLeft(transaction, present, asking)
  })
}

/** Whether this is the name of something that can be changed by itself. */
export function isContactField(name: string): name is ContactField {
  return contactFields.some((field) => field === name)
}

/** Lets the invoices of a contract arrive in another way. */
export async function changeDeliveryOf(db: Kysely<DB>, contract: ReachedContract, delivery: Delivery, asking: Asking) {
  await db.transaction().execute(async (transaction) => {
    const present = await holdReached(transaction, contract)
    if (present.delivery === delivery) return
    requireSeen(asking.seen, { version: present.deliveryVersion, invoice_online: present.delivery })
    await updateContract(transaction, contract, { invoice_delivery: delivery })
    await ask(transaction, contract, { kind: 'invoice_online', details: { invoice_online: delivery } }, asking)
    const { email, full_address } = present.address
    const values = { contract: contract.name, delivery, to: delivery === 'email' ? email! : full_address }
    await tell(transaction, contract, { key: 'deliveryChanged', values }, asking)
  })
}

/** How a holder is reached now, as it is told to whoever has seen something else. */
function presentNotification({
  address: { version, address_id: id, name, full_address, email, phone },
}: ReachedContract) {
  return { version, notification_address: { id, name, full_address, email, mobile: phone } }
}

/** Writes down what was asked for; it holds at once, because nobody but the retailer has to do anything for it. */
async function ask(
  db: Database,
  { customerId, contractId }: ReachedContract,
  { kind, details }: { kind: string; details: Record<string, unknown> },
  { userId, requestId, now }: Asking,
) {
  await requestChange(db, { customerId, contractId, kind, details, state: 'done', userId, requestId, now })
}

/** A message for everybody who looks after the holder, not only for whoever is signed in, who may be somebody else. */
type Told = { key: string; values: Record<string, string>; toAddress?: string }

async function tell(
  db: Database,
  { customerId, contractId, energy, name }: ReachedContract,
  { key, values, toAddress }: Told,
  { now }: Asking,
) {
  const link = `/contracts/${energy}/${encodeURIComponent(name)}` as const
  const kind = `correspondence.${key}` as const
  await queueMessage(db, { kind, values, customerId, contractId, link, toAddress }, now)
}

/** Whoever is written to no more hears it, and where to turn to if it was not they who changed it. */
async function tellWhoIsLeft(db: Database, contract: ReachedContract, asking: Asking) {
  const { email } = contract.address
  if (email === null) return
  await tell(db, contract, { key: 'emailLeft', values: { contract: contract.name }, toAddress: email }, asking)
}
