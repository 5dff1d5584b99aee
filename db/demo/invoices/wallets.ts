import type { EntryReason } from '#domains/batteries/rules.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { BilledMonth } from '../calendar.ts'
import type { DemoWallet } from '../customers/demo-holder.ts'
import type { SupplyBill } from './supply-bill.ts'

/** A stored bill of a month. */
type BookedBill = { contract: string; invoiceId: number; bill: SupplyBill }

/** An entry in a wallet's ledger, with the bill it belongs to. */
export type WalletEntry = {
  bookedOn: string
  reason: EntryReason
  amountCents: Cents
  contract: string
  invoiceId: number
}

/** The wallets of a holder while its monthly bills are created one after the other. */
export type DemoWallets = {
  /**
   * Returns how much a contract may pay from the wallet in a month: its share of the balance when the billing of the
   * month began.
   */
  shareOf(contract: string, month: BilledMonth): Cents
  /** Books the bills of a month: what they withdrew, and what was earned beyond them. */
  book(bills: readonly BookedBill[], month: BilledMonth): void
  /** The ledger of a wallet, oldest first. */
  entriesOf(wallet: DemoWallet): readonly WalletEntry[]
}

/** Creates empty wallets. A contract has a share in one wallet at a time. */
export function createWallets(wallets: readonly DemoWallet[]): DemoWallets {
  const ledgers = new Map(wallets.map((wallet) => [wallet, { balanceCents: 0, entries: [] as WalletEntry[] }]))

  function linkOf(contract: string, { firstDay, lastDay }: BilledMonth) {
    for (const wallet of wallets) {
      const link = wallet.links.find(
        ({ contract: linked, startsOn, endsOn }) =>
          linked === contract && startsOn <= firstDay && (endsOn === null || endsOn >= lastDay),
      )
      if (link) return { wallet, ...link }
    }
    return undefined
  }

  return {
    shareOf(contract, month) {
      const link = linkOf(contract, month)
      return link ? Math.floor((ledgers.get(link.wallet)!.balanceCents * link.percentage) / 100) : 0
    },
    book(bills, month) {
      for (const { contract, invoiceId, bill } of bills) {
        const link = linkOf(contract, month)
        if (!link) continue
        const ledger = ledgers.get(link.wallet)!
        const add = (reason: EntryReason, amountCents: Cents) => {
          if (amountCents === 0) return
          ledger.balanceCents += amountCents
          ledger.entries.push({ bookedOn: month.issuedOn, reason, amountCents, contract, invoiceId })
        }
        if (link.isOrigin) add('surplus', bill.unpaidSurplusCents)
        add('discount', -bill.fromWalletCents)
      }
    },
    entriesOf: (wallet) => ledgers.get(wallet)!.entries,
  }
}
