import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '#db/database.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { DoneBy } from '../../../done-by.ts'
import { type DutyKind, ruleOf } from '../../../kinds.ts'
import type { DutyFacts } from '../../../rules.ts'
import type { FindDoneBefore, RecordedDutyKey } from '../../../server/done-before.ts'
import { type DutySubject, endDuty, openDuty } from '../../../server/duty-store.ts'
import { notifyOfRecordedDuty } from '../../../server/recorded-mail.ts'
import { subjectOfContractEnd, subjectOfReadings } from '../../../subjects.ts'
import { findRecordProblems, type RecordProblem, topicOf } from '../record-rules.ts'

/** An event as an operator records it. */
export type EventToRecord = {
  kind: DutyKind
  /** The name of a contract, or the tax id of a customer. */
  about: string
  day: string
  time: string
  topic: string | undefined
  requestedKilowatts: number | undefined
  note: string
}

/** Whose event it is, and what its norms depend on. */
type EventParty = {
  customerId: number
  contractId: number | null
  /** Null for a customer without a contract. */
  contractName: string | null
  energy: 'electricity' | 'gas'
  maxPowerWatts: number | null
  place: string | null
}

/** What became of an event: the duty that follows from it, what is wrong with it, or that no norm asks for anything. */
export type RecordedResult =
  | { dutyId: string; dueOn: string; customerId: number; doneBy: DoneBy | null }
  | { problems: RecordProblem[] }
  | 'no_norm'

/**
 * Opens the duty that follows from an event and tells its customer of it, within a transaction. One that something has ended
 * before is ended at that moment, and its customer is not told to wait for it.
 */
export async function recordDutyEvent(
  db: Database,
  event: EventToRecord,
  { doneFinders, now }: { doneFinders: readonly FindDoneBefore[]; now: Date },
): Promise<RecordedResult> {
  const { kind, topic, requestedKilowatts, note } = event
  const party = await findParty(db, event.about)
  const at = instantOf(event)
  const problems = findRecordProblems({ kind, at, topic, requestedKilowatts, about: kindOfParty(party) }, now)
  if (problems.length > 0 || !party) return { problems }
  const subject = subjectOf(kind, party)
  const term = await openDuty(db, {
    ...{ kind, subject, at, facts: factsOf(event, party), place: party.place },
    ...{ customerId: party.customerId, contractId: party.contractId ?? undefined },
  })
  if (!term) return 'no_norm'
  const { duty_id: dutyId } = await db
    .updateTable('duty')
    .set({ event_note: note })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .returning('duty_id')
    .executeTakeFirstOrThrow()
  const done = await findFirst(doneFinders, db, {
    kind,
    customerId: party.customerId,
    contractId: party.contractId,
    at,
  })
  if (done) await endDuty(db, { kind, subject }, { state: done.state, now: done.at })
  else await notifyOfRecordedDuty(db, { kind, party, term, at }, now)
  return { dutyId, dueOn: term.deadline.on, customerId: party.customerId, doneBy: done?.by ?? null }
}

async function findFirst(finders: readonly FindDoneBefore[], db: Database, duty: RecordedDutyKey) {
  for (const find of finders) {
    const done = await find(db, duty)
    if (done) return done
  }
  return null
}

/** Returns the instant of the event; of a time that the clocks skip, that an hour later. */
function instantOf({ day, time }: Pick<EventToRecord, 'day' | 'time'>): Date {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`)
  return new Date(local.toZonedDateTime('Europe/Madrid').epochMilliseconds)
}

async function findParty(db: Database, about: string): Promise<EventParty | undefined> {
  const { rows } = await sql<EventParty>`
    select customer_id as "customerId", contract_id as "contractId", name as "contractName", contract.energy, province_code as place,
      case when contract.energy = 'electricity' then (select max(watts) from unnest(power_watts) as watts) end
        as "maxPowerWatts"
    from contract join supply_point using (supply_point_id)
    where name = ${about.toUpperCase()}`.execute(db)
  return rows[0] ?? findCustomer(db, about)
}

/** A customer without a contract asks about electricity: no norm of these kinds is about gas. */
async function findCustomer(db: Database, about: string): Promise<EventParty | undefined> {
  const taxId = parseTaxId(about)?.taxId
  if (!taxId) return undefined
  const row = await db
    .selectFrom('customer')
    .where('tax_id', '=', taxId)
    .where('erased_at', 'is', null)
    .select('customer_id')
    .executeTakeFirst()
  return (
    row && {
      ...{ customerId: row.customer_id, contractId: null, contractName: null },
      ...{ energy: 'electricity', maxPowerWatts: null, place: null },
    }
  )
}

function kindOfParty(party: EventParty | undefined): 'contract' | 'customer' | 'unknown' {
  if (!party) return 'unknown'
  return party.contractId === null ? 'customer' : 'contract'
}

function factsOf({ kind, topic, requestedKilowatts }: EventToRecord, party: EventParty): DutyFacts {
  const { recorded } = ruleOf(kind)
  const chosen = recorded?.topics && topicOf(recorded.topics, topic)
  const requestedWatts = requestedKilowatts === undefined ? null : Math.round(requestedKilowatts * 1000)
  return {
    topics: chosen === undefined ? [] : [chosen],
    energy: party.energy,
    powerWatts: recorded?.isPowerAsked ? requestedWatts : party.maxPowerWatts,
  }
}

/** One that a domain ends has its subject; of the others there may be several. */
function subjectOf(kind: DutyKind, { contractId }: EventParty): DutySubject {
  if (kind === 'own_reading' && contractId !== null) return subjectOfReadings(contractId)
  if (kind === 'contract_end' && contractId !== null) return subjectOfContractEnd(contractId)
  return `recorded:${randomUUID()}`
}
