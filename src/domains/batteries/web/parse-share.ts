import type { Cents } from '#vocabulary/money.ts'
import type { BatteryLink } from '../api.ts'
import type { Share } from '../rules.ts'

/** A contract's share in a battery as the pages use it. */
export type ShareModel = Share & {
  id: number
  batteryId: number
  battery: string
  balanceCents: Cents
  /** Whether the balance is deducted from invoices rather than saved. */
  isApplied: boolean
  /** Whether the battery is filled by this contract's own surplus. */
  isOrigin: boolean
  hasSelfConsumption: boolean
  /** The version that is sent with a change. */
  version: string | undefined
}

/** Converts an API battery link to the model. */
export function parseShare(wire: BatteryLink): ShareModel {
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
    // A server that omits this refuses the move itself.
    hasSelfConsumption: wire.self_consumption ?? false,
    version: wire.version,
  }
}
