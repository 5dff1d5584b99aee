import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { cancelSignedDraftContract } from '#domains/contract-records/server/contract-store.ts'
import { endDuty, findDutiesOf, openDuty, pauseDuty, resumeDuty } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import {
  currentRejection,
  rejectionReasonOf,
  type SwitchStep,
  type SwitchStepName,
  stopsSwitchClock,
} from '../switch-steps.ts'
import { subjectOfSignedContract, switchKinds } from './contract-duties.ts'

export type ReportedStep = {
  customerId: number
  contractId: number
  step: SwitchStepName
  /** The code of a rejection; empty for the other steps. */
  code: string
  happenedOn: MarketDay
  /** The operator who recorded it; null for the retailer's systems. */
  operatorId: number | null
  now: Date
}

/** What became of a reported step; there is nothing to report of a contract whose switch is over, or that is none. */
export type RecordedStep = 'recorded' | 'known' | 'no_switch'

/**
 * Records a step of a switch within a transaction: moves its duties, and tells its customer and the retailer's systems of a
 * rejection, of the new day once it was sent again, and of its end.
 */
export async function recordSwitchStep(db: Database, reported: ReportedStep): Promise<RecordedStep> {
  const { customerId, contractId, step, code, happenedOn } = reported
  const contract = await lockContract(db, { customerId, contractId })
  if (!contract) return 'no_switch'
  const before = await findSwitchSteps(db, { customerId, contractId })
  if (before.some((each) => each.step === step && each.code === code && each.happenedOn === happenedOn)) return 'known'
  const subject = subjectOfSignedContract(contractId)
  const activation = (await findDutiesOf(db, subject)).find(({ kind }) => kind === 'supply_switch')
  if (activation?.state !== 'open' && activation?.state !== 'paused') return 'no_switch'
  await db
    .insertInto('switch_step')
    .values({
      ...{ customer_id: customerId, contract_id: contractId, step, code, happened_on: happenedOn },
      ...{ recorded_at: reported.now, recorded_by_user_id: reported.operatorId },
    })
    .execute()
  // A step that is reported late changes nothing of what happened since.
  const latest = (await findSwitchSteps(db, { customerId, contractId })).at(-1)!
  const isLatest = latest.step === step && latest.code === code && latest.happenedOn === happenedOn
  if (isLatest) await followStep(db, { ...contract, ...reported, wasRejected: currentRejection(before) !== undefined })
  return 'recorded'
}

type FollowedStep = ReportedStep & { name: string; energy: string; place: string | null; wasRejected: boolean }

async function followStep(db: Database, reported: FollowedStep): Promise<void> {
  const { contractId, step, now } = reported
  const subject = subjectOfSignedContract(contractId)
  await endDuty(db, { kind: 'switch_request', subject }, { state: step === 'ended' ? 'cancelled' : 'done', now })
  if (step === 'rejected') return followRejection(db, reported)
  if (step === 'ended') return followEnd(db, reported)
  const dueOn = await resumeDuty(db, { kind: 'supply_switch', subject }, now)
  if (step === 'accepted') await openActivation(db, reported)
  if (!reported.wasRejected) return
  const { due_on } = (await findDutiesOf(db, subject)).find(({ kind }) => kind === 'supply_switch')!
  await notify(db, reported, 'contracting.switchSentAgain', { due: dueOn ?? due_on })
}

async function followRejection(db: Database, reported: FollowedStep): Promise<void> {
  const { customerId, contractId, code, happenedOn, now } = reported
  const subject = subjectOfSignedContract(contractId)
  const reason = rejectionReasonOf(code)
  await endDuty(db, { kind: 'switch_activation', subject }, { state: 'cancelled', now })
  if (stopsSwitchClock(reason)) await pauseDuty(db, { kind: 'supply_switch', subject }, now)
  else await resumeDuty(db, { kind: 'supply_switch', subject }, now)
  const data = { customer_id: customerId, contract_id: contractId, code, reason, rejected_on: happenedOn }
  await queueEvent(db, { type: 'contract.switch_rejected', data }, now)
  await notify(db, reported, 'contracting.switchRejected', { reason })
}

/** The contract never begins: its duties are over, and its supply is free for another one. */
async function followEnd(db: Database, reported: FollowedStep): Promise<void> {
  const { customerId, contractId, now } = reported
  const subject = subjectOfSignedContract(contractId)
  for (const kind of [...switchKinds, 'withdrawal'] as const)
    await endDuty(db, { kind, subject }, { state: 'cancelled', now })
  await cancelSignedDraftContract(db, { customerId, contractId })
  const data = { customer_id: customerId, contract_id: contractId }
  await queueEvent(db, { type: 'contract.switch_ended', data }, now)
  await notify(db, reported, 'contracting.switchEnded', {})
}

async function openActivation(db: Database, { customerId, contractId, energy, place, now }: FollowedStep) {
  if (energy !== 'electricity') return
  const facts = { topics: ['simple'], energy, powerWatts: null } as const
  const subject = subjectOfSignedContract(contractId)
  await openDuty(db, { kind: 'switch_activation', subject, customerId, contractId, place, facts, at: now })
}

function notify(
  db: Database,
  { customerId, contractId, name, energy, now }: FollowedStep,
  kind: `contracting.${string}`,
  values: Record<string, string>,
) {
  const link = contractAddress({ energy: energy as Energy, name })
  return queueMessage(db, { kind, values: { contract: name, ...values }, customerId, contractId, link }, now)
}

/** Locks a signed contract, so that its steps are recorded one after the other. */
function lockContract(db: Database, { customerId, contractId }: { customerId: number; contractId: number }) {
  return db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('contract.customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select(['contract.name', 'contract.energy', 'province_code as place'])
    .forUpdate('contract')
    .executeTakeFirst()
}

/** Returns the steps of a switch in their order. Whoever calls has checked who may see the contract. */
export async function findSwitchSteps(
  db: Database,
  { customerId, contractId }: { customerId: number; contractId: number },
): Promise<SwitchStep[]> {
  const rows = await db
    .selectFrom('switch_step')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .orderBy('happened_on')
    .orderBy('switch_step_id')
    .select(['step', 'code', 'happened_on'])
    .execute()
  return rows.map(({ step, code, happened_on: happenedOn }) => ({ step: step as SwitchStepName, code, happenedOn }))
}

/** Returns the contracts with these names, by which the retailer's systems know them. */
export async function findContractsByName(db: Database, names: readonly string[]) {
  const { rows } = await sql<{ customerId: number; contractId: number; name: string }>`
    select customer_id as "customerId", contract_id as "contractId", name from contract
    where name = any(${[...names]})`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}
