import type { Database } from '#db/database.ts'
import { lockContract } from '#domains/changes/server/contract-to-change.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Energy } from '#vocabulary/energies.ts'
import type { Address } from '../api.ts'
import type { Delivery } from '../rules.ts'
import { deliveryVersion, notificationVersion } from './versions.ts'

/** A contract with the address and delivery method used for its correspondence. */
export type ContractWithAddress = {
  customerId: number
  contractId: number
  name: string
  energy: Energy
  state: string
  delivery: Delivery
  deliveryVersion: string
  address: StoredAddress & { version: string }
}

/** The columns that belong to the address itself. Unknown ones are null. */
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

const addressColumns = [
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

/**
 * Returns a contract of one of these holders by name, optionally restricted to one energy; undefined if it is not
 * theirs.
 */
export async function findContractWithAddress(
  db: Database,
  { customerIds, name, energy }: { customerIds: number[]; name: string; energy?: Energy },
): Promise<ContractWithAddress | undefined> {
  const contract = await db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
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

/** Locks the contract until the transaction ends and returns its current state. */
export async function lockContractWithAddress(
  db: Database,
  { customerId, contractId, name, energy }: ContractWithAddress,
): Promise<ContractWithAddress> {
  await lockContract(db, { customerId, contractId })
  return (await findContractWithAddress(db, { customerIds: [customerId], name, energy }))!
}

/**
 * Returns an address that belongs to one of these holders, with the id of that holder, or undefined if it is not
 * theirs.
 */
export function findAddress(
  db: Database,
  { customerIds, addressId }: { customerIds: number[]; addressId: number },
): Promise<(StoredAddress & { customer_id: number; version: string }) | undefined> {
  return db
    .selectFrom('address')
    .where(isOneOf('customer_id', customerIds))
    .where('address_id', '=', addressId)
    .select(['customer_id', 'address_id', ...addressColumns])
    .select(notificationVersion.as('version'))
    .executeTakeFirst()
}

/** Returns the addresses of the holders, ordered by recipient name and then by address. */
export async function findAddresses(db: Database, { customerIds }: { customerIds: number[] }): Promise<Address[]> {
  return db
    .selectFrom('address')
    .where(isOneOf('customer_id', customerIds))
    .orderBy('name')
    .orderBy('full_address')
    .orderBy('address_id')
    .select(['address_id as id', 'name', 'full_address', 'email', 'phone as mobile'])
    .execute()
}

/**
 * Saves an address of a holder. An address that the holder already has is updated with these parts instead of being
 * inserted twice.
 */
export async function saveAddress(db: Database, customerId: number, address: AddressParts): Promise<StoredAddress> {
  const row = Object.fromEntries(addressColumns.map((part) => [part, address[part]])) as AddressParts
  return db
    .insertInto('address')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.columns(['customer_id', 'fingerprint']).doUpdateSet(row))
    .returning(['address_id', ...addressColumns])
    .executeTakeFirstOrThrow()
}

/** Deletes an address if no contract refers to it any more. */
export async function deleteUnusedAddress(
  db: Database,
  { customerId, addressId }: { customerId: number; addressId: number },
) {
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
