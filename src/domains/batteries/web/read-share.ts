import type { Cents } from '#vocabulary/money.ts'
import type { BatteryLink } from '../api.ts'
import type { Share } from '../rules.ts'

/** A contract's share in a battery as the screens speak of it. */
export type ReadShare = Share & {
  id: number
  batteryId: number
  battery: string
  balanceCents: Cents
  /** Whether what it holds is taken off the invoices, and not kept. */
  isApplied: boolean
  /** Whether the battery is filled by this contract's own surplus. */
  isOrigin: boolean
  hasSelfConsumption: boolean
  /** As it is sent along with a change of it. */
  version: string | undefined
}

/** A battery link of the wire in the words of the product. */
export function readShare(wire: BatteryLink): ReadShare {
  return {
    id: wire.id,
    batteryId: wire.bateria.id,
    battery: wire.bateria.name,
    percentage: wire.pes_percentatge,
    startsOn: wire.data_inici,
    endsOn: wire.data_final,
    balanceCents: Math.round(wire.total_descompte * 100),
    isApplied: wire.gestio_descomptes === 'aplicar',
    isOrigin: wire.es_origen,
    // A server that does not tell refuses the move itself.
    hasSelfConsumption: wire.self_consumption ?? false,
    version: wire.version,
  }
}
