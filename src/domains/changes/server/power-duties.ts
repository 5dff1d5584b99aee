import type { Database } from '#db/database.ts'
import {
  type DutySubject,
  endDuty,
  findDutiesOf,
  type NewDuty,
  openDuty,
  pauseDuty,
  resumeDuty,
} from '#domains/duties/server/duty-store.ts'
import { powerChangeTopic } from '../power-limits.ts'
import type { ClockWait } from '../rules.ts'
import type { LockedChange } from './change-requests.ts'
import { requestedPowersOf } from './power-fields.ts'

type ChangeKey = Pick<LockedChange, 'change_request_id'>

/** Opens the duty of the distributor to change the power, once the request is sent. Other changes have none. */
export async function openPowerChangeDuty(db: Database, change: LockedChange, at: Date): Promise<void> {
  if (change.kind !== 'power') return
  const { tariff, power_watts: present, customer_id: customerId, contract_id: contractId } = change
  const requested = requestedPowersOf(change.details)
  await openDuty(db, {
    ...{ kind: 'power_change', subject: subjectOf(change), customerId, contractId, place: change.province_code, at },
    facts: {
      topics: [powerChangeTopic({ tariff, powerWatts: [...present, ...requested] })],
      energy: 'electricity',
      powerWatts: Math.max(...requested),
    },
  })
}

/**
 * Stops the clock of that duty while the customer or the distributor is waited for, or starts it again where nobody is.
 * Returns false where the clock is not in the state for it.
 */
export async function moveClock(
  db: Database,
  change: LockedChange,
  waitsFor: ClockWait | null,
  now: Date,
): Promise<boolean> {
  const key = { kind: 'power_change', subject: subjectOf(change) } as const
  if ((await findClock(db, change)) !== (waitsFor ? 'open' : 'paused')) return false
  if (waitsFor) await pauseDuty(db, key, now)
  else await resumeDuty(db, key, now)
  await db
    .updateTable('change_request')
    .set({ waits_for: waitsFor })
    .where('customer_id', '=', change.customer_id)
    .where('change_request_id', '=', change.change_request_id)
    .execute()
  return true
}

/** Returns the state of the clock of a power change; null where it has none. */
export async function findClock(db: Database, change: ChangeKey): Promise<string | null> {
  const duties = await findDutiesOf(db, subjectOf(change))
  return duties.find(({ kind }) => kind === 'power_change')?.state ?? null
}

/** Ends that duty: the power was changed, or it will not be. Does nothing where there is none. */
export function endPowerChangeDuty(
  db: Database,
  change: LockedChange,
  end: { state: 'done' | 'cancelled'; now: Date },
): Promise<void> {
  return endDuty(db, { kind: 'power_change', subject: subjectOf(change) }, end)
}

/** Returns the duty not to expect another change of the power within twelve months, which replaces that of the last. */
export function nextChangeDuty(change: LockedChange, powerWatts: number[], at: Date): NewDuty {
  return {
    kind: 'next_power_change',
    subject: `contract:${change.contract_id}`,
    facts: { topics: [], energy: 'electricity', powerWatts: Math.max(...powerWatts) },
    customerId: change.customer_id,
    contractId: change.contract_id,
    place: null,
    at,
  }
}

function subjectOf({ change_request_id }: ChangeKey): DutySubject {
  return `change_request:${change_request_id}`
}
