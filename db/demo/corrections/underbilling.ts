import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { type BillLine, createBillLine, figureReferenceOf, sumLines } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { closeBill, indirectTaxOfLine } from '#vocabulary/bill-taxes.ts'
import { type DayRange, regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, addMonths, type MarketDay } from '#vocabulary/day.ts'
import { type Decimal, divideDecimal } from '#vocabulary/decimal.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoSupply } from '../customers/demo-holder.ts'
import type { ContractedSupply } from '../invoices/contracted-supplies.ts'
import { demoFigures } from '../invoices/demo-figures.ts'

/** The bills that lacked energy: those before the newest one. */
const firstBill = -5
const lastBill = -2
/** Days since the bill that charges it, and from the correction by the distributor until then. */
const daysSinceIssue = 4
const daysToBill = 10
const label = 'Energía que el contador no registró'

type UnderbilledSupply = Omit<ContractedSupply, 'supply'> & {
  supply: DemoSupply & { underbilledWh: readonly number[] }
}

/** Checks whether bills of a supply lacked energy. */
export function isUnderbilled(contracted: ContractedSupply): contracted is UnderbilledSupply {
  return contracted.supply.underbilledWh !== undefined
}

/**
 * Returns the invoice, as a billing system sends it, that charges what the bills of some months lacked; null where there
 * are fewer months.
 */
export function createUnderbilling(
  { supply, product }: UnderbilledSupply,
  { months, today }: Pick<DemoCalendar, 'months' | 'today'>,
): InvoiceLine | null {
  const [first, last] = [months.at(firstBill), months.at(lastBill)]
  if (!first || !last) return null
  const issuedOn = addDays(today, -daysSinceIssue)
  const dueOn = addMonths(issuedOn, 1)
  const range = { firstDay: first.firstDay, lastDay: last.lastDay }
  const { terms } = product.prices.findLast(({ validFrom }) => validFrom <= first.firstDay)!
  const bill = computeBill(range, { supply, prices: terms as ElectricityPrices, dueDay: dueOn })
  return InvoiceLine.parse({
    ...{ number: `FC${issuedOn.slice(2, 4)}/000001`, contract: supply.contract, issuedOn, dueOn },
    ...{ startsOn: range.firstDay, endsOn: range.lastDay, rectificativeType: 'C', paidStatus: 'pending_transfer' },
    ...{ amountTotalCents: bill.totalCents, amountPendingCents: bill.totalCents },
    correction: {
      ...{ kind: 'underbilled', amountCents: bill.totalCents, errorOn: range.firstDay },
      distributorOn: addDays(issuedOn, -daysToBill),
    },
    ...{ energyWhByPeriod: supply.underbilledWh, powerWatts: supply.powerWatts, tariff: supply.tariff },
    productName: product.name,
    lines: bill.lines.map(({ figure: _, ...line }) => line),
    history: [
      { day: issuedOn, state: 'issued' },
      { day: addDays(issuedOn, 1), state: 'waiting_transfer' },
    ],
  })
}

type ComputedSupply = { supply: UnderbilledSupply['supply']; prices: ElectricityPrices; dueDay: MarketDay }

function computeBill(range: DayRange, { supply, prices, dueDay }: ComputedSupply) {
  const quantity = kwhFromWh(supply.underbilledWh.reduce((sum, wh) => sum + wh, 0))
  const unitPrice = divideDecimal(costOf(range, supply, prices), quantity, 6)
  const adjustment = createBillLine(range, { kind: 'adjustment', quantity, unit: 'kWh', unitPrice, label })
  const taxed = { zone: zoneOfProvince(supply.address.provinceCode), powerWatts: supply.powerWatts }
  const taxOf = (line: BillLine) => indirectTaxOfLine(line, taxed, { dueDay, figures: demoFigures })
  return closeBill(range, [adjustment, electricityTaxLine(range, adjustment, dueDay)], taxOf)
}

/** Returns what the energy costs in euros, at the price of each period. */
function costOf(range: DayRange, { underbilledWh }: UnderbilledSupply['supply'], prices: ElectricityPrices): Decimal {
  const lines = underbilledWh.map((wh, index) =>
    createBillLine(range, {
      ...{ kind: 'energy', quantity: kwhFromWh(wh), unit: 'kWh', unitPrice: prices.energyEurPerKwh[index]! },
    }),
  )
  return decimalFromCents(sumLines(lines))
}

function electricityTaxLine(range: DayRange, { amountCents }: BillLine, dueDay: MarketDay): BillLine {
  const rate = regulatedPriceAt(demoFigures.electricityTax, dueDay)
  return createBillLine(range, {
    ...{ kind: 'electricity_tax', quantity: decimalFromCents(amountCents), unit: 'percent' },
    ...{ unitPrice: rate.value, figure: figureReferenceOf(demoFigures.electricityTax, rate) },
  })
}
