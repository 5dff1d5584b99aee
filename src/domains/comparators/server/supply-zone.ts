import type { Database } from '#db/database.ts'
import { findRegistered, type RegisteredSupply } from '#domains/supply-register/server/register-store.ts'
import { type Cups, cups20 } from '#vocabulary/cups.ts'
import { zoneOfPostcode } from '#vocabulary/postcode-zone.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'

/** Where a supply is, and what the register tells of it. */
export type Place = { zone: TariffZone; isKnown: boolean; supply: RegisteredSupply | undefined }

/**
 * Where a supply is: by its postcode, or by the one that the register has. Where neither is known it is taken for the
 * peninsula, where nearly all supplies are.
 */
export async function placeOf(
  db: Database,
  { cups, energy, postcode }: { cups: Cups; energy: 'electricity' | 'gas'; postcode: string | null },
): Promise<Place> {
  const supply = await findRegistered(db, { cups20: cups20(cups), energy })
  const zone = zoneOfPostcode(postcode || (supply?.postcode ?? null))
  return { zone: zone ?? 'peninsula', isKnown: zone !== null, supply }
}
