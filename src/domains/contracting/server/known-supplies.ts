import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import type { KnownSupply } from '../api.ts'
import { parseStreetLine } from '../known-holder-rules.ts'

type KnownSuppliesQuery = { customerIds: readonly number[]; energy: 'electricity' | 'gas' }

/**
 * Returns the supply points for which the signed-in user has or had contracts and for which a contract of an energy can
 * be requested. Those that the retailer supplies with it today are left out.
 */
export async function readKnownSupplies(
  db: Database,
  { customerIds, energy }: KnownSuppliesQuery,
): Promise<KnownSupply[]> {
  const ownCustomerIds = sql<number>`any(${[...customerIds]}::integer[])`
  const contracts = await readUnsuppliedPoints(db, ownCustomerIds, energy)
  const addresses = await readAddresses(db, ownCustomerIds)
  return contracts.map((contract) => knownSupplyOf(contract, addresses))
}

type OwnCustomerIds = ReturnType<typeof sql<number>>

/** Reads the latest contract at each supply point that the retailer does not supply with an energy today. */
function readUnsuppliedPoints(db: Database, ownCustomerIds: OwnCustomerIds, energy: KnownSuppliesQuery['energy']) {
  return db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('contract.customer_id', '=', ownCustomerIds)
    .where((where) =>
      where.or([
        where('supply_point.energy', '!=', energy),
        where.not(
          where.exists(
            where
              .selectFrom('contract as present')
              .whereRef('present.supply_point_id', '=', 'contract.supply_point_id')
              .where('present.state', 'in', ['activa', 'esborrany'])
              .select('present.contract_id'),
          ),
        ),
      ]),
    )
    .distinctOn('supply_point.supply_point_id')
    .orderBy('supply_point.supply_point_id')
    .orderBy('contract.contract_id', 'desc')
    .select(['contract.customer_id', 'supply_street', 'supply_city'])
    .select(['supply_point.cups', 'supply_point.energy', 'supply_point.postcode', 'supply_point.province_code'])
    .execute()
}

function readAddresses(db: Database, ownCustomerIds: OwnCustomerIds) {
  return db
    .selectFrom('address')
    .where('customer_id', '=', ownCustomerIds)
    .where('street', 'is not', null)
    .where('municipality_code', 'is not', null)
    .orderBy('address_id', 'desc')
    .selectAll()
    .execute()
}

function knownSupplyOf(
  contract: Awaited<ReturnType<typeof readUnsuppliedPoints>>[number],
  addresses: Awaited<ReturnType<typeof readAddresses>>,
): KnownSupply {
  const { cups, supply_street, supply_city, postcode, province_code } = contract
  const matchingAddress = addresses.find(
    (address) =>
      address.customer_id === contract.customer_id &&
      address.postcode === postcode &&
      address.full_address.split(' - ')[0] === supply_street,
  )
  const parts = matchingAddress
    ? {
        ...{
          tv: matchingAddress.street_type ?? 'CL',
          nv: matchingAddress.street!,
          pnp: matchingAddress.number ?? '',
        },
        ...{
          bq: matchingAddress.block,
          es: matchingAddress.stairs,
          pt: matchingAddress.floor,
          pu: matchingAddress.door,
          aclarador: matchingAddress.hint,
        },
        ine: matchingAddress.municipality_code,
      }
    : parseStreetLine(supply_street)
  return {
    cups,
    energy: contract.energy as KnownSupply['energy'],
    line: `${supply_street} - ${postcode} ${supply_city}`,
    address: { ...parts, dp: postcode, poblacio: supply_city, state: province_code },
    province: provinceOf(`${province_code}000`)?.name ?? '',
  }
}
