import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Ledger } from '../api.ts'
import type { EntryReason, ProjectedMonth, Share } from '../rules.ts'

/** A wallet as its screen speaks of it. */
export type ReadWallet = {
  id: number
  name: string
  balanceCents: Cents
  shares: (Share & { contract: string; address: string; isApplied: boolean; isOrigin: boolean })[]
  /** The newest first. */
  entries: ReadEntry[]
  /** When credit expires next, and how much. */
  nextExpiry: { day: MarketDay; cents: Cents } | null
  projection: ProjectedMonth[]
}

export type ReadEntry = {
  id: number
  bookedOn: MarketDay
  reason: EntryReason
  amountCents: Cents
  balanceCents: Cents
  contract: string | null
  invoice: { number: string; date: MarketDay } | null
  otherWallet: string | null
}

/** The ledger of the wire in the words of the product. */
export function readWallet(wire: Ledger): ReadWallet {
  return {
    id: wire.id,
    name: wire.name,
    balanceCents: cents(wire.balance),
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
      amountCents: cents(entry.amount),
      balanceCents: cents(entry.balance),
      contract: entry.contract,
      invoice: entry.invoice,
      otherWallet: entry.other_battery?.name ?? null,
    })),
    nextExpiry: wire.next_expiry ? { day: wire.next_expiry.date, cents: cents(wire.next_expiry.amount) } : null,
    projection: wire.projection.months.map(({ month, surplus, discount, balance }) => ({
      month,
      surplusCents: surplus === null ? null : cents(surplus),
      discountCents: discount === null ? null : cents(discount),
      balanceCents: cents(balance),
    })),
  }
}

function cents(euros: number): Cents {
  return Math.round(euros * 100)
}
