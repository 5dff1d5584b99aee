import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { lockContract } from '#domains/changes/server/find-contract.ts'
import type { Energy } from '#domains/contracts/rules.ts'
import type { Address } from '../api.ts'
import type { Delivery } from '../rules.ts'
import { deliveryVersion, notificationVersion } from './versions.ts'

/** A contract with how its holder is reached about it. */
export type ReachedContract = {
  customerId: number
  contractId: number
  name: string
  energy: Energy
  state: string
  delivery: Delivery
  deliveryVersion: string
  address: StoredAddress & { version: string }
}

/** The columns of an address that are its own; those are null that nobody knows. */
export type StoredAddress = AddressParts & { address_id: number }

export type AddressParts = {
  name: string
  full_address: string
  street_type: string | null
  street: string | null
  number: string | null
  block: string | null
  stairs: string | null
  floor: string | null
  door: string | null
  hint: string | null
  postcode: string | null
  municipality_code: string | null
  city: string | null
  province_code: string | null
  cadastral_reference: string | null
  email: string | null
  phone: string | null
}

const parts = [
  'name',
  'full_address',
  'street_type',
  'street',
  'number',
  'block',
  'stairs',
  'floor',
  'door',
  'hint',
  'postcode',
  'municipality_code',
  'city',
  'province_code',
  'cadastral_reference',
  'email',
  'phone',
] as const satisfies (keyof AddressParts)[]

/** A holder's contract, of a kind where one is named; undefined when it is not theirs. */
export async function findReached(
  db: Database,
  { customerIds, name, energy }: { customerIds: number[]; name: string; energy?: Energy },
): Promise<ReachedContract | undefined> {
  const contract = await db
    .selectFrom('contract')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .where('name', '=', name)
    .$if(energy !== undefined, (query) => query.where('energy', '=', energy!))
    .select(['customer_id', 'contract_id', 'name', 'energy', 'state', 'invoice_delivery', 'notification_address_id'])
    .select(deliveryVersion('contract').as('delivery_version'))
    .executeTakeFirst()
  if (!contract) return undefined
  const customerId = contract.customer_id
  return {
    customerId,
    contractId: contract.contract_id,
    name: contract.name,
    energy: contract.energy as Energy,
    state: contract.state,
    delivery: contract.invoice_delivery as Delivery,
    deliveryVersion: contract.delivery_version,
    address: (await findAddress(db, { customerIds: [customerId], addressId: contract.notification_address_id }))!,
  }
}

/** The contract as it stands once nobody else changes it, held until the transaction ends. */
export async function holdReached(
  db: Database,
  { customerId, contractId, name, energy }: ReachedContract,
): Promise<ReachedContract> {
  await lockContract(db, { customerId, contractId })
  return (await findReached(db, { customerIds: [customerId], name, energy }))!
}

/** An address of one of these holders, and of which, or undefined when it is not theirs. */
export function findAddress(
  db: Database,
  { customerIds, addressId }: { customerIds: number[]; addressId: number },
): Promise<(StoredAddress & { customer_id: number; version: string }) | undefined> {
  return db
    .selectFrom('address')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .where('address_id', '=', addressId)
    .select(['customer_id', 'address_id', ...parts])
    .select(notificationVersion.as('version'))
    .executeTakeFirst()
}

/** The addresses of holders, by whom they are for and where they are. */
export async function addressesOf(db: Database, { customerIds }: { customerIds: number[] }): Promise<Address[]> {
  return db
    .selectFrom('address')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .orderBy('name')
    .orderBy('full_address')
    .orderBy('address_id')
    .select(['address_id as id', 'name', 'full_address', 'email', 'phone as mobile'])
    .execute()
}

/** Keeps an address of a holder; the same one is there once, with its parts as they are told last. */
export async function keepAddress(db: Database, customerId: number, address: AddressParts): Promise<StoredAddress> {
  const row = Object.fromEntries(parts.map((part) => [part, address[part]])) as AddressParts
  return db
    .insertInto('address')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.columns(['customer_id', 'fingerprint']).doUpdateSet(row))
    .returning(['address_id', ...parts])
    .executeTakeFirstOrThrow()
}

/** Takes an address away that no contract refers to any more. */
export async function forgetUnused(db: Database, { customerId, addressId }: { customerId: number; addressId: number }) {
  await db
    .deleteFrom('address')
    .where('customer_id', '=', customerId)
    .where('address_id', '=', addressId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contract')
            .where('contract.customer_id', '=', customerId)
            .where('notification_address_id', '=', addressId)
            .select('contract_id'),
        ),
      ),
    )
    .execute()
}

/** Changes how a holder is reached about a contract. */
export async function updateContract(
  db: Database,
  { customerId, contractId }: ReachedContract,
  change: { notification_address_id: number } | { invoice_delivery: Delivery },
) {
  await db
    .updateTable('contract')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .execute()
}
