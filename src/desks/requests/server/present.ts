import { retailerMovesFrom } from '#domains/changes/rules.ts'
import { powersIn } from '#domains/changes/server/details.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import type { ReadChangeRequest } from '../api.ts'
import type { ChangeDocument, FoundRequest } from './request-store.ts'

/** A change as an operator reads it. */
export function presentRequest(found: FoundRequest, documents: readonly ChangeDocument[]): ReadChangeRequest {
  const { kind, state, reason, note } = found
  const details = found.details as Record<string, unknown>
  return {
    id: found.change_request_id,
    kind,
    state: state as ReadChangeRequest['state'],
    reason: reason as ReadChangeRequest['reason'],
    note,
    requested_at: found.requested_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    requested_by: found.asked_by,
    customer: { id: found.customer_id, name: found.holder, tax_id: found.tax_id },
    contract: {
      name: found.contract_name,
      cups: found.cups,
      full_address: `${found.supply_street}, ${found.supply_city}`,
    },
    power: kind === 'power' ? powerIn(details, found.power_watts) : null,
    printable_iban: kind === 'iban' ? ibanGroups(String(details.iban)).join(' ') : null,
    details: kind === 'power' || kind === 'iban' ? [] : plainDetails(details),
    documents: documents.map(({ id, kind, name }) => ({ id, kind, name })),
    moves: retailerMovesFrom(state),
  }
}

function powerIn(details: Record<string, unknown>, presentWatts: readonly number[]): ReadChangeRequest['power'] {
  const kilowatts = (watts: readonly number[]) => watts.map((each) => each / 1000)
  const phone = typeof details.phone === 'string' ? details.phone : null
  return { asked: kilowatts(powersIn(details)), present: kilowatts(presentWatts), phone }
}

/** What is written down of a change, but for what is shown as documents. */
function plainDetails({ files: _, ...details }: Record<string, unknown>): ReadChangeRequest['details'] {
  return Object.entries(details).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}
