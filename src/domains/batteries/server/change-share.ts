import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { constraintOf } from '#kit/server/database-errors.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { computeMovedCents, type DiscountHandling, findMoveObstacle, isWithinDates } from '../rules.ts'
import { type BatteryRow, findBatteries, findShare, type ShareRow } from './store.ts'

type ChangeContext = { userId: number; requestId: string; now: Date; today: MarketDay; seen: string | undefined }

/** Why a change failed: another change came first, or the battery would be distributed beyond 100 %. */
type Refusal = 'battery_not_active' | 'battery_over_whole' | 'battery_already_shared'
type Outcome = 'done' | Refusal

/** Changes the percentage of a battery that a contract gets; 0 locks it. */
export function changePercentage(
  db: Kysely<DB>,
  share: ShareRow,
  { percentage, context }: { percentage: number; context: ChangeContext },
): Promise<Outcome> {
  return updateShare(db, share, {
    context,
    set: { percentage },
    describe: (current) => ({
      kind: 'wallet_percentage',
      details: { bateria_id: share.batteryId, pes_percentatge: percentage },
      before: { percentage: current.percentage },
      after: { percentage },
      mail: { kind: 'batteries.percentageChanged', values: { wallet: share.battery, percentage } },
    }),
  })
}

/** Sets how a contract's part of a battery is handled. */
export function chooseDiscounts(
  db: Kysely<DB>,
  share: ShareRow,
  { handling, context }: { handling: DiscountHandling; context: ChangeContext },
): Promise<Outcome> {
  return updateShare(db, share, {
    context,
    set: { discount_handling: handling },
    describe: (current) => ({
      kind: 'wallet_discounts',
      details: { bateria_id: share.batteryId, valor_descomptes: handling },
      before: { handling: current.handling },
      after: { handling },
      mail: { kind: 'batteries.discountsChosen', values: { wallet: share.battery, handling } },
    }),
  })
}

type ShareUpdate = {
  context: ChangeContext
  set: { percentage: number } | { discount_handling: DiscountHandling }
  describe: (current: ShareRow) => ShareChangeRecord
}

/** Updates columns of a share in its current state, and records the change. */
function updateShare(db: Kysely<DB>, share: ShareRow, { context, set, describe }: ShareUpdate): Promise<Outcome> {
  return runInTransaction(db, async (trx) => {
    const current = await lockShare(trx, share, context)
    if (!current) return 'battery_not_active'
    requireExpectedVersion(context.seen, presentCurrentShare(current))
    await trx
      .updateTable('battery_link')
      .set(set)
      .where('customer_id', '=', share.customerId)
      .where('battery_link_id', '=', current.linkId)
      .execute()
    await recordChange(trx, current, context, describe(current))
    return 'done'
  })
}

/**
 * Moves a contract's share to another battery of its holder: one share ends and the other begins today with the given
 * percentage, and its part of the balance is transferred.
 */
export function moveShare(
  db: Kysely<DB>,
  share: ShareRow,
  { to, percentage, context }: { to: BatteryRow; percentage: number; context: ChangeContext },
): Promise<Outcome> {
  return runInTransaction(db, async (trx) => {
    await lockBatteries(trx, share.customerId, [share.batteryId, to.batteryId])
    const current = await lockShare(trx, share, context)
    if (!current || findMoveObstacle(current, context.today)) return 'battery_not_active'
    requireExpectedVersion(context.seen, presentCurrentShare(current))
    const other = await findCurrentShare(trx, { ...share, batteryId: to.batteryId }, context)
    if (other && isWithinDates(other, context.today)) return 'battery_already_shared'

    await moveLink(trx, current, { to, percentage, context })
    const cents = await moveMoney(trx, current, { to, context })
    await recordChange(trx, current, context, {
      kind: 'wallet_move',
      details: {
        bateria_origen: share.batteryId,
        bateria_desti: to.batteryId,
        wallet: to.name,
        pes_percentatge: percentage,
      },
      before: { batteryId: share.batteryId, percentage: current.percentage },
      after: { batteryId: to.batteryId, percentage, movedCents: cents },
      mail: { kind: 'batteries.moved', values: { from: share.battery, to: to.name, percentage, movedCents: cents } },
    })
    return 'done'
  })
}

/** Presents the current share to a client that has an outdated version. */
function presentCurrentShare({ version, percentage, handling }: ShareRow) {
  return { version, pes_percentatge: percentage, gestio_descomptes: handling }
}

// A share that began today has not counted for any invoice, so it is changed in place and leaves no trace.
async function moveLink(
  trx: Database,
  share: ShareRow,
  { to, percentage, context: { today } }: { to: BatteryRow; percentage: number; context: ChangeContext },
) {
  const link = trx
    .updateTable('battery_link')
    .where('customer_id', '=', share.customerId)
    .where('battery_link_id', '=', share.linkId)
  if (share.startsOn === today) {
    await link.set({ battery_id: to.batteryId, percentage }).execute()
    return
  }
  await link.set({ ends_on: addDays(today, -1) }).execute()
  await trx
    .insertInto('battery_link')
    .values({
      customer_id: share.customerId,
      battery_id: to.batteryId,
      contract_id: share.contractId,
      percentage,
      starts_on: today,
      ends_on: share.endsOn,
      discount_handling: share.handling,
    })
    .execute()
}

async function moveMoney(
  trx: Database,
  share: ShareRow,
  { to, context: { today } }: { to: BatteryRow; context: ChangeContext },
) {
  const { customerId: customer_id, contractId: contract_id, batteryId } = share
  const [from] = await findBatteries(trx, { customerIds: [customer_id], batteryIds: [batteryId] })
  const cents = computeMovedCents(from!.balanceCents, share.percentage)
  if (cents === 0) return 0
  const both = { customer_id, contract_id, booked_on: today }
  await trx
    .insertInto('battery_entry')
    .values([
      {
        ...both,
        battery_id: batteryId,
        amount_cents: -cents,
        reason: 'moved_out',
        other_battery_id: to.batteryId,
      },
      { ...both, battery_id: to.batteryId, amount_cents: cents, reason: 'moved_in', other_battery_id: batteryId },
    ])
    .execute()
  return cents
}

/** Locks the battery of a share until the transaction ends, and returns the current share if it can be changed. */
async function lockShare(trx: Database, share: ShareRow, context: ChangeContext): Promise<ShareRow | undefined> {
  await lockBatteries(trx, share.customerId, [share.batteryId])
  const current = await findCurrentShare(trx, share, context)
  return current?.linkId === share.linkId && isWithinDates(current, context.today) ? current : undefined
}

// Locks in a fixed order, so that two moves in opposite directions cannot deadlock.
async function lockBatteries(trx: Database, customerId: number, batteryIds: number[]) {
  await trx
    .selectFrom('battery')
    .where('customer_id', '=', customerId)
    .where('battery_id', 'in', batteryIds)
    .orderBy('battery_id')
    .select('battery_id')
    .forNoKeyUpdate()
    .execute()
}

function findCurrentShare(trx: Database, { customerId, contract, batteryId }: ShareRow, { today }: ChangeContext) {
  return findShare(trx, { customerIds: [customerId], contract, batteryId, day: today })
}

type ShareChangeRecord = {
  kind: 'wallet_percentage' | 'wallet_discounts' | 'wallet_move'
  details: Record<string, unknown>
  before: Record<string, unknown>
  after: Record<string, unknown>
  mail: { kind: `batteries.${string}`; values: Record<string, string | number> }
}

/** Records a completed change as a request for the holder and in the audit log, and notifies it by e-mail. */
async function recordChange(
  trx: Database,
  share: ShareRow,
  context: ChangeContext,
  { kind, details, before, after, mail }: ShareChangeRecord,
) {
  const { customerId, contractId, contract, linkId } = share
  const { userId, requestId, now } = context
  await createChangeRequest(trx, { customerId, contractId, kind, details, state: 'done', userId, requestId, now })
  await writeAudit(trx, {
    action: `${kind}_done`,
    actorUserId: userId,
    customerId,
    subject: `battery_link:${linkId}`,
    before,
    after,
    requestId,
  })
  const link = contractAddress({ energy: 'electricity', name: contract })
  await queueMessage(trx, { kind: mail.kind, values: { ...mail.values, contract }, customerId, contractId, link }, now)
}

/** Runs everything within one transaction. The database itself refuses to distribute more than 100 % of a battery. */
async function runInTransaction(db: Kysely<DB>, act: (trx: Database) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await db.transaction().execute(act)
  } catch (thrown) {
    if (constraintOf(thrown) === 'battery_is_shared_once') return 'battery_over_whole'
    throw thrown
  }
}
