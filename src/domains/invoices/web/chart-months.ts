import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import type { MonthSum } from './month-sums.ts'

/** Per month: a sum, or null when no invoice is of it. */
export type MonthlyValues = (number | null)[]

/** What the chart shows of the invoices of one contract, or of all. */
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

/**
 * The sums of invoices by month: contract by contract when there are two or more and at most `maxContracts`, the one with
 * the largest sum first; all together otherwise.
 */
export function chartedMonths(sums: readonly MonthSum[], maxContracts: number): ChartedMonths {
  const months = monthsBetween(sums.map(({ month }) => month).sort())
  const byContract = [...Map.groupBy(sums, ({ contractName }) => contractName).values()]
  const isApart = byContract.length > 1 && byContract.length <= maxContracts
  const groups = isApart ? largestFirst(byContract) : [sums]
  return {
    months,
    charted: groups.map((group) => chartedOf(group, months, isApart ? group[0]!.contractName : null)),
    dueCents: summed(sums, months, ({ dueCents }) => dueCents),
  }
}

function chartedOf(group: readonly MonthSum[], months: MarketDay[], contractName: string | null): ChartedInvoices {
  return {
    contractName,
    address: group[0]?.address ?? '',
    settledCents: summed(group, months, ({ settledCents }) => settledCents),
    energyWh: summed(group, months, ({ energyWh }) => energyWh),
  }
}

function summed(
  rows: readonly MonthSum[],
  months: readonly MarketDay[],
  read: (row: MonthSum) => number | null,
): MonthlyValues {
  const sums: MonthlyValues = months.map(() => null)
  for (const row of rows) {
    const value = read(row)
    const place = months.indexOf(row.month)
    if (value !== null) sums[place] = (sums[place] ?? 0) + value
  }
  return sums
}

function largestFirst(groups: MonthSum[][]): MonthSum[][] {
  const sumCents = (group: MonthSum[]) =>
    group.reduce((sum, { settledCents, dueCents }) => sum + settledCents + (dueCents ?? 0), 0)
  return groups.sort((a, b) => sumCents(b) - sumCents(a))
}

function monthsBetween(sorted: readonly MarketDay[]): MarketDay[] {
  const months: MarketDay[] = []
  const last = sorted.at(-1)
  for (let month = sorted[0]; month && last && month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}
