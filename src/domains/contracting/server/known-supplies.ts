import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
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
  const contracts = await readUnsuppliedPoints(db, customerIds, energy)
  const addresses = await readAddresses(db, customerIds)
  return contracts.map((contract) => knownSupplyOf(contract, addresses))
}

/** Reads the latest contract at each supply point that the retailer does not supply with an energy today. */
async function readUnsuppliedPoints(
  db: Database,
  customerIds: readonly number[],
  energy: KnownSuppliesQuery['energy'],
) {
  const points = await db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where(isOneOf('contract.customer_id', customerIds))
    .distinctOn('supply_point.supply_point_id')
    .orderBy('supply_point.supply_point_id')
    .orderBy('contract.contract_id', 'desc')
    .select(['contract.customer_id', 'supply_street', 'supply_city', 'supply_point.supply_point_id'])
    .select(['supply_point.cups', 'supply_point.energy', 'supply_point.postcode', 'supply_point.province_code'])
    .execute()
  const ofEnergy = points.flatMap((point) => (point.energy === energy ? [point.supply_point_id] : []))
  const supplied = await findSuppliedPoints(db, ofEnergy)
  return points.filter(({ supply_point_id }) => !supplied.has(supply_point_id))
}

/** Returns which of some supply points have a contract today, whoever holds it. */
async function findSuppliedPoints(db: Database, supplyPointIds: readonly number[]): Promise<Set<number>> {
  if (supplyPointIds.length === 0) return new Set()
  const contracts = await db
    .selectFrom('contract')
    .where('supply_point_id', 'in', supplyPointIds)
    .where('state', 'in', ['activa', 'esborrany'])
    .select('supply_point_id')
    .execute()
  return new Set(contracts.map(({ supply_point_id }) => supply_point_id))
}

function readAddresses(db: Database, customerIds: readonly number[]) {
  return db
    .selectFrom('address')
    .where(isOneOf('customer_id', customerIds))
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
