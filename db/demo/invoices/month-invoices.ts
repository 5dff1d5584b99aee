import type { RectificativeType } from '#domains/invoices/rules.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { sumLines } from '#vocabulary/bill.ts'
import type { Overbilling } from '#vocabulary/bill-correction.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { overbillingInterestLines } from '#vocabulary/overbilling-interest.ts'
import type { BilledMonth, DemoCalendar } from '../calendar.ts'
import type { DemoHolder } from '../customers/demo-holder.ts'
import { type BillOutcome, billOutcomeOf } from './bill-outcome.ts'
import type { ContractedSupply } from './contracted-supplies.ts'
import { demoFigures } from './demo-figures.ts'
import type { MeteredEnergy } from './metered-energy.ts'
import { computeSupplyBill, createCancellation, type SupplyBill } from './supply-bill.ts'
import type { DemoWallets } from './wallets.ts'

/** An invoice that has no number yet. */
export type InvoiceDraft = {
  contracted: ContractedSupply
  month: BilledMonth
  issuedOn: MarketDay
  dueOn: MarketDay
  type: RectificativeType
  bill: SupplyBill
  outcome: BillOutcome
  /** What it gives back because an earlier invoice charged too much. */
  correction?: Overbilling
}

type BillingContext = { holder: DemoHolder; energyOf: MeteredEnergy; wallets: DemoWallets; calendar: DemoCalendar }

/** Returns the bills of a holder's supplies for a month. */
export function createMonthInvoices(
  contracted: readonly ContractedSupply[],
  month: BilledMonth,
  { holder, energyOf, wallets, calendar }: BillingContext,
): InvoiceDraft[] {
  return contracted
    .filter((each) => isSupplied(each, month))
    .map((each): InvoiceDraft => {
      const { supply, product } = each
      const scenario = holder.multipoint ? holder.multipoint.scenarios[month.age] : supply.scenarios[month.age]
      const energy = energyOf(each.supplyPointId, month.firstDay)
      const walletCents = wallets.shareOf(supply.contract, month)
      const billed = scenario === 'wrongPower' ? addWrongPower(supply) : supply
      const bill = computeSupplyBill(billed, { month, energy, product, walletCents })
      const paysByTransfer = supply.paysByTransfer || holder.iban === null
      const outcome = billOutcomeOf({
        scenario,
        month,
        totalCents: bill.totalCents,
        paysByTransfer,
        today: calendar.today,
      })
      return { contracted: each, month, issuedOn: month.issuedOn, dueOn: month.dueOn, type: 'N', bill, outcome }
    })
}

function isSupplied({ supply: { startsOn, endsOn, meter } }: ContractedSupply, month: BilledMonth): boolean {
  const isWithin = startsOn !== null && startsOn <= month.firstDay && (endsOn === null || endsOn >= month.lastDay)
  return meter.kind !== 'none' && isWithin
}

const wrongPowerOffsetWatts = 3_000

function addWrongPower<Supply extends { powerWatts: number[] }>(supply: Supply): Supply {
  return { ...supply, powerWatts: supply.powerWatts.map((watts) => watts + wrongPowerOffsetWatts) }
}

/** Months that pass until the error of a bill is noticed. */
const monthsToNotice = 4
/** Days from the bills of that month until the bill is corrected, and from then until it is settled. */
const daysToCorrection = 3
const daysToSettlement = 6

/** Checks whether the error of a wrong invoice is noticed when a month is billed. */
export function isNoticedIn({ age }: BilledMonth, wrong: InvoiceDraft): boolean {
  return wrong.month.age - age === monthsToNotice
}

/**
 * Returns the two invoices that correct a wrong one: the first cancels it, the second is the right one, with the interest
 * on what was paid too much.
 */
export function createCorrections(
  wrong: InvoiceDraft,
  noticedIn: BilledMonth,
  { energyOf, calendar }: Pick<BillingContext, 'energyOf' | 'calendar'>,
): [InvoiceDraft, InvoiceDraft] {
  const { contracted, month } = wrong
  const issuedOn = addDays(noticedIn.issuedOn, daysToCorrection)
  const settledOn = addDays(issuedOn, daysToSettlement)
  const energy = energyOf(contracted.supplyPointId, month.firstDay)
  const right = computeSupplyBill(contracted.supply, { month, energy, product: contracted.product })
  const correction: Overbilling = {
    ...{ kind: 'overbilled', amountCents: wrong.bill.totalCents - right.totalCents },
    ...{ billedOn: wrong.issuedOn, paidOn: month.dueOn },
  }
  const draft = (type: 'A' | 'R', bill: SupplyBill, settled: 'refunded' | 'paid'): InvoiceDraft => ({
    contracted,
    month,
    issuedOn,
    dueOn: settledOn,
    type,
    bill,
    outcome: {
      paidStatus: 'paid',
      pendingCents: 0,
      history: [
        { day: issuedOn, state: 'issued' as const },
        { day: settledOn, state: settled },
      ].filter(({ day }) => day <= calendar.today),
    },
  })
  return [
    draft('A', createCancellation(wrong.bill), 'refunded'),
    { ...draft('R', addInterest(right, correction, issuedOn), 'paid'), correction },
  ]
}

function addInterest(bill: SupplyBill, correction: Overbilling, returnedOn: MarketDay): SupplyBill {
  const { interestYear: year, interestFrom: from } = defaultSettings.invoices
  const interest = overbillingInterestLines(correction, returnedOn, demoFigures, { year, from })!
  return {
    ...bill,
    content: { ...bill.content, lines: [...bill.content.lines, ...interest] },
    totalCents: bill.totalCents + sumLines(interest),
  }
}
