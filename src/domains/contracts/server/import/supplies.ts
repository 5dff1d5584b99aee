import type { Database } from '#db/database.ts'
import { updateSupplyOfContracts } from '#domains/contract-records/server/contract-store.ts'
import { storeSupplyPointRows } from '#domains/contract-records/server/supply-point-store.ts'
import { storeDistributorRows } from '#domains/offers/server/store-products.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import type { DistributorItem, SupplyPointItem } from './contracts-file.ts'
import { findDistributorIds, findKnownSupplyPoints } from './find-known.ts'
import { countWrites, filterAccepted, type ImportEntry, type Refuse, type WriteCounts } from './report.ts'
import { storeZones } from './supply-zones.ts'

/** Stores distributors by their code. */
export async function storeDistributors(
  db: Database,
  entries: readonly ImportEntry<DistributorItem>[],
): Promise<WriteCounts> {
  const rows = entries.map(({ item: { code, name, website, breakdownPhone } }) => ({
    ree_code: code,
    name,
    website,
    breakdown_phone: breakdownPhone,
  }))
  return countWrites(await storeDistributorRows(db, rows))
}

/**
 * Stores supply points by the first twenty characters of their CUPS. CUPS and address of their contracts are updated.
 */
export async function storeSupplyPoints(
  db: Database,
  entries: readonly ImportEntry<SupplyPointItem>[],
  refuse: Refuse,
): Promise<WriteCounts> {
  const distributors = await findDistributorIds(db)
  const known = await findKnownSupplyPoints(
    db,
    entries.map(({ item }) => item.cups),
  )
  const points = filterAccepted(entries, refuse, ({ cups, energy, distributor }) => {
    const before = known.get(cups20(cups))
    if (before && before.energy !== energy)
      return ['energy', rejectionReason('energy_fixed', { energy: before.energy })]
    if (distributor !== null && !distributors.has(distributor))
      return ['distributor', rejectionReason('distributor_unknown', { key: distributor }), 'unknown_reference']
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
  const stored = countWrites(await storeSupplyPointRows(db, rows))
  await storeZones(
    db,
    points.flatMap(({ cups, provinceCode, provinceFrom }) => {
      const before = known.get(cups20(cups))
      return before
        ? [{ supplyPointId: before.supplyPointId, before: before.provinceCode, provinceCode, provinceFrom }]
        : []
    }),
  )
  await updateSupplyOfContracts(
    db,
    points.map(({ cups }) => cups20(cups)),
  )
  return stored
}
