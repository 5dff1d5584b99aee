import { splitIban } from '#vocabulary/iban-display.ts'
import { retailerMovesFrom } from '../../rules.ts'
import { requestedPowersOf } from '../../server/power-fields.ts'
import type { ChangeRequestDetails } from '../api.ts'
import type { ChangeDocument, RequestDetailRow } from './change-request-store.ts'

/** Converts a change to the API format. */
export function presentChangeRequest(
  row: RequestDetailRow,
  documents: readonly ChangeDocument[],
  clock: string | null,
): ChangeRequestDetails {
  const { kind, state, reason, note } = row
  const details = row.details as Record<string, unknown>
  return {
    id: row.change_request_id,
    kind,
    state: state as ChangeRequestDetails['state'],
    reason: reason as ChangeRequestDetails['reason'],
    note,
    requested_at: row.requested_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    requested_by: row.asked_by,
    customer: { id: row.customer_id, name: row.holder, tax_id: row.tax_id },
    contract: {
      name: row.contract_name,
      cups: row.cups,
      full_address: `${row.supply_street}, ${row.supply_city}`,
    },
    power: kind === 'power' ? presentPower(details, row.power_watts) : null,
    printable_iban: kind === 'iban' ? splitIban(String(details.iban)).join(' ') : null,
    details: kind === 'power' || kind === 'iban' ? [] : plainDetails(details),
    documents: documents.map(({ id, kind, name }) => ({ id, kind, name })),
    clock: clock === 'paused' ? 'paused' : null,
    moves: retailerMovesFrom(state, clock),
  }
}

function presentPower(
  details: Record<string, unknown>,
  presentWatts: readonly number[],
): ChangeRequestDetails['power'] {
  const kilowatts = (watts: readonly number[]) => watts.map((each) => each / 1000)
  const phone = typeof details.phone === 'string' ? details.phone : null
  return { asked: kilowatts(requestedPowersOf(details)), present: kilowatts(presentWatts), phone }
}

/** Returns the stored details of a change, except for the files, which are returned as documents. */
function plainDetails({ files: _, ...details }: Record<string, unknown>): ChangeRequestDetails['details'] {
  return Object.entries(details).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}
