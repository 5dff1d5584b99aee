import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { because } from '#vocabulary/told-reasons.ts'
import type { DistributorItem, SupplyPointItem } from './contracts-file.ts'
import { distributorIds, knownSupplyPoints } from './known.ts'
import { accepted, counted, type Placed, type Refuse, type Stored } from './report.ts'
import { storeZones } from './supply-zones.ts'

/** Keeps distributors by their code. */
export async function storeDistributors(db: Database, placed: readonly Placed<DistributorItem>[]): Promise<Stored> {
  const rows = placed.map(({ item: { code, name, website, breakdownPhone } }) => ({
    ree_code: code,
    name,
    website,
    breakdown_phone: breakdownPhone,
  }))
  return counted(await upsertRows(db, { table: 'distributor', key: ['ree_code'], rows, isVersioned: true }))
}

/** Keeps supply points by the first twenty characters of their CUPS. Their contracts tell CUPS and address anew. */
export async function storeSupplyPoints(
  db: Database,
  placed: readonly Placed<SupplyPointItem>[],
  refuse: Refuse,
): Promise<Stored> {
  const distributors = await distributorIds(db)
  const known = await knownSupplyPoints(
    db,
    placed.map(({ item }) => item.cups),
  )
  const points = accepted(placed, refuse, ({ cups, energy, distributor }) => {
    const before = known.get(cups20(cups))
    if (before && before.energy !== energy) return ['energy', because('energy_fixed', { energy: before.energy })]
    if (distributor !== null && !distributors.has(distributor))
      return ['distributor', because('distributor_unknown', { key: distributor }), 'unknown_reference']
  })
  const rows = points.map((point) => ({
    cups: point.cups,
    energy: point.energy,
    street: point.street,
    postcode: point.postcode,
    city: point.city,
    province_code: point.provinceCode,
    cadastral_reference: point.cadastralReference,
    distributor_id: point.distributor === null ? null : distributors.get(point.distributor)!,
  }))
  const stored = counted(await upsertRows(db, { table: 'supply_point', key: ['cups20'], rows }))
  await storeZones(
    db,
    points.flatMap(({ cups, provinceCode, provinceFrom }) => {
      const before = known.get(cups20(cups))
      return before
        ? [{ supplyPointId: before.supplyPointId, before: before.provinceCode, provinceCode, provinceFrom }]
        : []
    }),
  )
  await retell(
    db,
    points.map(({ cups }) => cups20(cups)),
  )
  return stored
}

async function retell(db: Database, cups20s: readonly string[]) {
  await sql`
    update contract set cups = point.cups, supply_street = point.street, supply_city = point.city
    from supply_point point
    where point.supply_point_id = contract.supply_point_id and point.cups20 = any(${cups20s})
      and (contract.cups, supply_street, supply_city) is distinct from (point.cups, point.street, point.city)`.execute(
    db,
  )
}
