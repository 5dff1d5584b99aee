import type { ReplyIn } from '#kit/call.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { listBatteries, readLedger, readPercentages } from '../api.ts'
import { type CreditTerm, computeRemainingCredits, findNextExpiry, isWithinDates, projectBalance } from '../rules.ts'
import type { BatteryRow, EntryRow, findBatteriesWithContracts, LinkRow } from './store.ts'

type ListedBattery = Awaited<ReturnType<typeof findBatteriesWithContracts>>[number]

/** Presents a battery as an option to choose. */
export function presentBattery({
  batteryId,
  name,
  balanceCents,
  contracts,
}: ListedBattery): ReplyIn<typeof listBatteries>['items'][number] {
  return { id: batteryId, name, balance: euros(balanceCents), contracts }
}

/** Presents the distribution of a battery on a day. */
export function presentPercentages(
  { batteryId }: BatteryRow,
  shares: readonly LinkRow[],
  day: MarketDay,
): ReplyIn<typeof readPercentages> {
  const present = shares.filter((share) => isWithinDates(share, day))
  return {
    bateria_id: batteryId,
    percentage: present.reduce((sum, { percentage }) => sum + percentage, 0),
    contracts: present.map(({ contract, address, percentage, isOrigin }) => ({
      name: contract,
      address,
      percentage,
      es_origen: isOrigin,
    })),
  }
}

type LedgerData = {
  battery: BatteryRow
  shares: readonly LinkRow[]
  /** Newest first. */
  entries: readonly EntryRow[]
  terms: readonly CreditTerm[]
}

/** Presents the ledger of a battery with its projected balance if the coming year is like the last. */
export function presentLedger(
  { battery, shares, entries, terms }: LedgerData,
  { today, assumption }: { today: MarketDay; assumption: string },
): ReplyIn<typeof readLedger> {
  const expiry = findNextExpiry(computeRemainingCredits(entries.toReversed(), terms), today)
  const months = projectBalance({ balanceCents: battery.balanceCents, entries }, today)
  return {
    id: battery.batteryId,
    name: battery.name,
    balance: euros(battery.balanceCents),
    links: shares.map(({ contract, address, percentage, startsOn, endsOn, handling, isOrigin }) => ({
      contract: { name: contract, address },
      pes_percentatge: percentage,
      data_inici: startsOn,
      data_final: endsOn,
      gestio_descomptes: handling,
      es_origen: isOrigin,
    })),
    entries: entries.map(({ id, bookedOn, reason, amountCents, balanceCents, contract, invoice, otherBattery }) => ({
      id,
      date: bookedOn,
      reason,
      amount: euros(amountCents),
      balance: euros(balanceCents),
      contract,
      invoice,
      other_battery: otherBattery,
    })),
    next_expiry: expiry && { date: expiry.day, amount: euros(expiry.cents) },
    projection: {
      assumption,
      months: months.map(({ month, surplusCents, discountCents, balanceCents }) => ({
        month,
        surplus: surplusCents === null ? null : euros(surplusCents),
        discount: discountCents === null ? null : euros(discountCents),
        balance: euros(balanceCents),
      })),
      missing_months: months.filter(({ surplusCents }) => surplusCents === null).map(({ month }) => month),
    },
  }
}

// A whole number of cents divided by a hundred is written with exactly two decimals.
function euros(cents: number): number {
  return cents / 100
}
