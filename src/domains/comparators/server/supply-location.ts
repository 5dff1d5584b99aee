import type { Database } from '#db/database.ts'
import { findRegisteredSupply, type RegisteredSupply } from '#domains/supply-register/server/register-store.ts'
import { type Cups, cups20 } from '#vocabulary/cups.ts'
import { zoneOfPostcode } from '#vocabulary/postcode-zone.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'

/** The location of a supply, and what the register contains about it. */
export type SupplyLocation = { zone: TariffZone; isKnown: boolean; supply: RegisteredSupply | undefined }

/**
 * Determines the zone of a supply from its postcode, or from the one in the register. If neither is known, the
 * peninsula is assumed, where nearly all supplies are.
 */
export async function findSupplyLocation(
  db: Database,
  { cups, energy, postcode }: { cups: Cups; energy: 'electricity' | 'gas'; postcode: string | null },
): Promise<SupplyLocation> {
  const supply = await findRegisteredSupply(db, { cups20: cups20(cups), energy })
  const zone = zoneOfPostcode(postcode || (supply?.postcode ?? null))
  return { zone: zone ?? 'peninsula', isKnown: zone !== null, supply }
}
