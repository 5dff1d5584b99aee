import type { Cents } from '#vocabulary/money.ts'
import type { BilledMonth } from '../calendar.ts'
import type { DemoWallet } from '../cast/demo-holder.ts'
import type { SupplyBill } from './supply-bill.ts'

/** The wallets of a holder while the bills of months are made one after the other. */
export type Wallets = {
  /** What a contract may pay with in a month: its share of what its wallets held when the month's bills began. */
  shareOf(contract: string, month: BilledMonth): Cents
  /** Books the bills of a month: what they took, and what was earned beyond them. */
  book(bills: readonly { contract: string; bill: SupplyBill }[], month: BilledMonth): void
  balanceOf(wallet: DemoWallet): Cents
}

/** Empty wallets. A contract has a share in one wallet at a time. */
export function openWallets(wallets: readonly DemoWallet[]): Wallets {
  const balances = new Map(wallets.map((wallet) => [wallet, 0]))

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
      return link ? Math.floor((balances.get(link.wallet)! * link.percentage) / 100) : 0
    },
    book(bills, month) {
      for (const { contract, bill } of bills) {
        const link = linkOf(contract, month)
        if (!link) continue
        const earnedCents = link.isOrigin ? bill.unpaidSurplusCents : 0
        balances.set(link.wallet, balances.get(link.wallet)! + earnedCents - bill.fromWalletCents)
      }
    },
    balanceOf: (wallet) => balances.get(wallet)!,
  }
}
