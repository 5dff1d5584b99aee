import type { RectificativeType } from '#domains/invoices/rules.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { BilledMonth, DemoCalendar } from '../calendar.ts'
import type { DemoHolder } from '../cast/demo-holder.ts'
import type { ContractedSupply } from './contracted-supplies.ts'
import { type Fate, fateOf } from './fate.ts'
import type { MeteredEnergy } from './metered-energy.ts'
import { cancellation, type SupplyBill, supplyBill } from './supply-bill.ts'
import type { Wallets } from './wallets.ts'

/** An invoice before it has a number. */
export type InvoiceDraft = {
  contracted: ContractedSupply
  month: BilledMonth
  issuedOn: MarketDay
  dueOn: MarketDay
  type: RectificativeType
  bill: SupplyBill
  fate: Fate
}

type Known = { holder: DemoHolder; energyOf: MeteredEnergy; wallets: Wallets; calendar: DemoCalendar }

/** The bills of a holder's supplies for a month. */
export function monthInvoices(
  contracted: readonly ContractedSupply[],
  month: BilledMonth,
  { holder, energyOf, wallets, calendar }: Known,
): InvoiceDraft[] {
  return contracted
    .filter((each) => isSupplied(each, month))
    .map((each): InvoiceDraft => {
      const { supply, product } = each
      const story = holder.multipoint ? holder.multipoint.stories[month.age] : supply.stories[month.age]
      const energy = energyOf(each.supplyPointId, month.firstDay)
      const walletCents = wallets.shareOf(supply.contract, month)
      const billed = story === 'wrongPower' ? withWrongPower(supply) : supply
      const bill = supplyBill(billed, { month, energy, product, walletCents })
      const paysByTransfer = supply.paysByTransfer || holder.iban === null
      const fate = fateOf({ story, month, totalCents: bill.totalCents, paysByTransfer, today: calendar.today })
      return { contracted: each, month, issuedOn: month.issuedOn, dueOn: month.dueOn, type: 'N', bill, fate }
    })
}

function isSupplied({ supply: { startsOn, endsOn, meter } }: ContractedSupply, month: BilledMonth): boolean {
  const isWithin = startsOn !== null && startsOn <= month.firstDay && (endsOn === null || endsOn >= month.lastDay)
  return meter.kind !== 'none' && isWithin
}

const wrongByWatts = 3_000

function withWrongPower<Supply extends { powerWatts: number[] }>(supply: Supply): Supply {
  return { ...supply, powerWatts: supply.powerWatts.map((watts) => watts + wrongByWatts) }
}

/** Days from the next month's bills until one is corrected, and from then until the money is where it belongs. */
const daysToCorrection = 3
const daysToSettlement = 6

/** The two invoices that put a wrong one right: the first takes it back, the second is as it should have been. */
export function corrections(
  wrong: InvoiceDraft,
  nextMonth: BilledMonth,
  { energyOf, calendar }: Pick<Known, 'energyOf' | 'calendar'>,
): [InvoiceDraft, InvoiceDraft] {
  const { contracted, month } = wrong
  const issuedOn = addDays(nextMonth.issuedOn, daysToCorrection)
  const settledOn = addDays(issuedOn, daysToSettlement)
  const energy = energyOf(contracted.supplyPointId, month.firstDay)
  const right = supplyBill(contracted.supply, { month, energy, product: contracted.product })
  const draft = (type: 'A' | 'R', bill: SupplyBill, settled: 'refunded' | 'paid'): InvoiceDraft => ({
    contracted,
    month,
    issuedOn,
    dueOn: settledOn,
    type,
    bill,
    fate: {
      paidStatus: 'paid',
      pendingCents: 0,
      history: [
        { day: issuedOn, state: 'issued' as const },
        { day: settledOn, state: settled },
      ].filter(({ day }) => day <= calendar.today),
    },
  })
  return [draft('A', cancellation(wrong.bill), 'refunded'), draft('R', right, 'paid')]
}
