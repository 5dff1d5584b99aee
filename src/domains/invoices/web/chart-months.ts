import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import { countedEnergyWh } from '../rules.ts'
import { dueCentsOf } from './highest-month.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** Per month: a sum, or null when no invoice is of it. */
export type MonthlyValues = (number | null)[]

/** What the chart shows of the invoices of one contract, of the rest, or of all. */
export type ChartedInvoices = {
  /** Null for several contracts together. */
  contractName: string | null
  address: string
  settledCents: MonthlyValues
  energyWh: MonthlyValues
}

export type ChartedMonths = {
  /** The first day of each month, without gaps, the oldest first. */
  months: MarketDay[]
  charted: ChartedInvoices[]
  /** What is still to be paid of all. */
  dueCents: MonthlyValues
}

/** More than these could not be told apart. */
const mostApart = 8

/**
 * The invoices of a page by month: contract by contract when there are two or more and at most `maxContracts`, of which
 * the eight with the largest sums stand alone; all together otherwise.
 */
export function chartedMonths(invoices: readonly ReadInvoice[], maxContracts: number): ChartedMonths {
  const months = monthsBetween(invoices.map(({ month }) => month).sort())
  const byContract = [...Map.groupBy(invoices, ({ contractName }) => contractName).values()]
  const isApart = byContract.length > 1 && byContract.length <= maxContracts
  const groups = isApart ? largestFirst(byContract) : [invoices]
  const apart = groups.slice(0, groups.length > mostApart ? mostApart - 1 : mostApart)
  const rest = groups.slice(apart.length).flat()
  return {
    months,
    charted: [
      ...apart.map((group) => chartedOf(group, months, isApart ? group[0]!.contractName : null)),
      ...(rest.length ? [chartedOf(rest, months, null)] : []),
    ],
    dueCents: summed(invoices, months, dueCentsOf),
  }
}

function chartedOf(group: readonly ReadInvoice[], months: MarketDay[], contractName: string | null): ChartedInvoices {
  return {
    contractName,
    address: group[0]?.address ?? '',
    settledCents: summed(group, months, (invoice) => invoice.amountTotalCents - (dueCentsOf(invoice) ?? 0)),
    energyWh: summed(group, months, ({ rectificativeType, energyWh }) =>
      energyWh === null ? null : countedEnergyWh({ rectificativeType, energyWh }),
    ),
  }
}

function summed(
  invoices: readonly ReadInvoice[],
  months: readonly MarketDay[],
  read: (invoice: ReadInvoice) => number | null,
): MonthlyValues {
  const sums: MonthlyValues = months.map(() => null)
  for (const invoice of invoices) {
    const value = read(invoice)
    const place = months.indexOf(invoice.month)
    if (value !== null) sums[place] = (sums[place] ?? 0) + value
  }
  return sums
}

function largestFirst(groups: ReadInvoice[][]): ReadInvoice[][] {
  const sumCents = (group: ReadInvoice[]) => group.reduce((sum, { amountTotalCents }) => sum + amountTotalCents, 0)
  return groups.sort((a, b) => sumCents(b) - sumCents(a))
}

function monthsBetween(sorted: readonly MarketDay[]): MarketDay[] {
  const months: MarketDay[] = []
  const last = sorted.at(-1)
  for (let month = sorted[0]; month && last && month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}
