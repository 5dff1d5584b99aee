import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Ledger } from '../api.ts'
import type { EntryReason, ProjectedMonth, Share } from '../rules.ts'

/** A battery as its page uses it. */
export type BatteryModel = {
  id: number
  name: string
  balanceCents: Cents
  shares: (Share & { contract: string; address: string; isApplied: boolean; isOrigin: boolean })[]
  /** Newest first. */
  entries: EntryModel[]
  /** The day and amount of the next expiry. */
  nextExpiry: { day: MarketDay; cents: Cents } | null
  projection: ProjectedMonth[]
}

export type EntryModel = {
  id: number
  bookedOn: MarketDay
  reason: EntryReason
  amountCents: Cents
  balanceCents: Cents
  contract: string | null
  invoice: { number: string; date: MarketDay } | null
  otherWallet: string | null
}

/** Converts an API ledger to the model. */
export function parseBattery(wire: Ledger): BatteryModel {
  return {
    id: wire.id,
    name: wire.name,
    balanceCents: toCents(wire.balance),
    shares: wire.links.map((link) => ({
      contract: link.contract.name,
      address: link.contract.address,
      percentage: link.pes_percentatge,
      startsOn: link.data_inici,
      endsOn: link.data_final,
      isApplied: link.gestio_descomptes === 'aplicar',
      isOrigin: link.es_origen,
    })),
    entries: wire.entries.map((entry) => ({
      id: entry.id,
      bookedOn: entry.date,
      reason: entry.reason,
      amountCents: toCents(entry.amount),
      balanceCents: toCents(entry.balance),
      contract: entry.contract,
      invoice: entry.invoice,
      otherWallet: entry.other_battery?.name ?? null,
    })),
    nextExpiry: wire.next_expiry ? { day: wire.next_expiry.date, cents: toCents(wire.next_expiry.amount) } : null,
    projection: wire.projection.months.map(({ month, surplus, discount, balance }) => ({
      month,
      surplusCents: surplus === null ? null : toCents(surplus),
      discountCents: discount === null ? null : toCents(discount),
      balanceCents: toCents(balance),
    })),
  }
}

function toCents(euros: number): Cents {
  return Math.round(euros * 100)
}
