import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { requestChange } from '#domains/changes/server/change-requests.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type DiscountHandling, isWithinDates, movedCents, moveObstacleOn } from '../rules.ts'
import { type FoundBattery, type FoundShare, findBatteries, findShare } from './store.ts'

type By = { userId: number; requestId: string; now: Date; today: MarketDay; seen: string | undefined }

/** Why a change did not come about: somebody else was quicker, or more than all would be shared out. */
type Refusal = 'battery_not_active' | 'battery_over_whole' | 'battery_already_shared'
type Outcome = 'done' | Refusal

/** Gives a contract another percentage of a battery; 0 locks it. */
export function changePercentage(
  db: Kysely<DB>,
  share: FoundShare,
  { percentage, by }: { percentage: number; by: By },
): Promise<Outcome> {
  return setOf(db, share, {
    by,
    set: { percentage },
    told: (present) => ({
      kind: 'wallet_percentage',
      details: { bateria_id: share.batteryId, pes_percentatge: percentage },
      before: { percentage: present.percentage },
      after: { percentage },
      mail: { kind: 'batteries.percentageChanged', values: { wallet: share.battery, percentage } },
    }),
  })
}

/** Chooses what is done with a contract's part of a battery. */
export function chooseDiscounts(
  db: Kysely<DB>,
  share: FoundShare,
  { handling, by }: { handling: DiscountHandling; by: By },
): Promise<Outcome> {
  return setOf(db, share, {
    by,
    set: { discount_handling: handling },
    told: (present) => ({
      kind: 'wallet_discounts',
      details: { bateria_id: share.batteryId, valor_descomptes: handling },
      before: { handling: present.handling },
      after: { handling },
      mail: { kind: 'batteries.discountsChosen', values: { wallet: share.battery, handling } },
    }),
  })
}

type Setting = {
  by: By
  set: { percentage: number } | { discount_handling: DiscountHandling }
  told: (present: FoundShare) => Told
}

/** Sets something of a share as it stands now, and tells of it. */
function setOf(db: Kysely<DB>, share: FoundShare, { by, set, told }: Setting): Promise<Outcome> {
  return whole(db, async (trx) => {
    const present = await hold(trx, share, by)
    if (!present) return 'battery_not_active'
    requireSeen(by.seen, presentOnWire(present))
    await trx
      .updateTable('battery_link')
      .set(set)
      .where('customer_id', '=', share.customerId)
      .where('battery_link_id', '=', present.linkId)
      .execute()
    await tell(trx, present, by, told(present))
    return 'done'
  })
}

/**
 * Moves a contract's share to another battery of its holder: the one ends and the other begins today, with so many percent,
 * and the part of the money goes along.
 */
export function moveShare(
  db: Kysely<DB>,
  share: FoundShare,
  { to, percentage, by }: { to: FoundBattery; percentage: number; by: By },
): Promise<Outcome> {
  return whole(db, async (trx) => {
    await lockBatteries(trx, share.customerId, [share.batteryId, to.batteryId])
    const present = await hold(trx, share, by)
    if (!present || moveObstacleOn(present, by.today)) return 'battery_not_active'
    requireSeen(by.seen, presentOnWire(present))
    const other = await presentShare(trx, { ...share, batteryId: to.batteryId }, by)
    if (other && isWithinDates(other, by.today)) return 'battery_already_shared'

    await moveLink(trx, present, { to, percentage, by })
    const cents = await moveMoney(trx, present, { to, by })
    await tell(trx, present, by, {
      kind: 'wallet_move',
      details: {
        bateria_origen: share.batteryId,
        bateria_desti: to.batteryId,
        wallet: to.name,
        pes_percentatge: percentage,
      },
      before: { batteryId: share.batteryId, percentage: present.percentage },
      after: { batteryId: to.batteryId, percentage, movedCents: cents },
      mail: { kind: 'batteries.moved', values: { from: share.battery, to: to.name, percentage, movedCents: cents } },
    })
    return 'done'
  })
}

/** A share as it is told to whoever has seen another. */
function presentOnWire({ version, percentage, handling }: FoundShare) {
  return { version, pes_percentatge: percentage, gestio_descomptes: handling }
}

// One that began today has not counted for any invoice, and so leaves no trace.
async function moveLink(
  trx: Database,
  share: FoundShare,
  { to, percentage, by: { today } }: { to: FoundBattery; percentage: number; by: By },
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

async function moveMoney(trx: Database, share: FoundShare, { to, by: { today } }: { to: FoundBattery; by: By }) {
  const { customerId: customer_id, contractId: contract_id, batteryId } = share
  const [from] = await findBatteries(trx, { customerIds: [customer_id], batteryIds: [batteryId] })
  const cents = movedCents(from!.balanceCents, share.percentage)
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

/** Holds the battery of a share until the transaction ends, and answers the share as it stands then if it can be changed. */
async function hold(trx: Database, share: FoundShare, by: By): Promise<FoundShare | undefined> {
  await lockBatteries(trx, share.customerId, [share.batteryId])
  const present = await presentShare(trx, share, by)
  return present?.linkId === share.linkId && isWithinDates(present, by.today) ? present : undefined
}

// In one order, so that two moves the other way round do not wait for each other for ever.
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

function presentShare(trx: Database, { customerId, contract, batteryId }: FoundShare, { today }: By) {
  return findShare(trx, { customerIds: [customerId], contract, batteryId, day: today })
}

type Told = {
  kind: 'wallet_percentage' | 'wallet_discounts' | 'wallet_move'
  details: Record<string, unknown>
  before: Record<string, unknown>
  after: Record<string, unknown>
  mail: { kind: `batteries.${string}`; values: Record<string, string | number> }
}

/** What the holder can follow, the audit keeps and a mail tells of a change that is done. */
async function tell(trx: Database, share: FoundShare, by: By, { kind, details, before, after, mail }: Told) {
  const { customerId, contractId, contract, linkId } = share
  const { userId, requestId, now } = by
  await requestChange(trx, { customerId, contractId, kind, details, state: 'done', userId, requestId, now })
  await writeAudit(trx, {
    action: `${kind}_done`,
    actorUserId: userId,
    customerId,
    subject: `battery_link:${linkId}`,
    before,
    after,
    requestId,
  })
  const link = `/contracts/electricity/${encodeURIComponent(contract)}` as const
  await queueMessage(trx, { kind: mail.kind, values: { ...mail.values, contract }, customerId, contractId, link }, now)
}

/** All of it in one transaction; the database itself refuses to share out more than all of a battery. */
async function whole(db: Kysely<DB>, act: (trx: Database) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await db.transaction().execute(act)
  } catch (thrown) {
    if ((thrown as { constraint?: string }).constraint === 'battery_is_shared_once') return 'battery_over_whole'
    throw thrown
  }
}
