import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import type { MonthSum } from './month-sums.ts'

/** Per month: a sum, or null if the month has no invoice. */
export type MonthlyValues = (number | null)[]

/** The charted values of one contract, or of all together. */
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
  /** The amount still to be paid, over all contracts. */
  dueCents: MonthlyValues
}

/**
 * Groups the sums of invoices by month: by contract if there are at least two and at most `maxContracts`, the one with
 * the largest sum first; otherwise all together.
 */
export function groupByMonth(sums: readonly MonthSum[], maxContracts: number): ChartedMonths {
  const months = listMonthsBetween(sums.map(({ month }) => month).sort())
  const byContract = [...Map.groupBy(sums, ({ contractName }) => contractName).values()]
  const isApart = byContract.length > 1 && byContract.length <= maxContracts
  const groups = isApart ? sortLargestFirst(byContract) : [sums]
  return {
    months,
    charted: groups.map((group) => buildChartedInvoices(group, months, isApart ? group[0]!.contractName : null)),
    dueCents: sumByMonth(sums, months, ({ dueCents }) => dueCents),
  }
}

function buildChartedInvoices(
  group: readonly MonthSum[],
  months: MarketDay[],
  contractName: string | null,
): ChartedInvoices {
  return {
    contractName,
    address: group[0]?.address ?? '',
    settledCents: sumByMonth(group, months, ({ settledCents }) => settledCents),
    energyWh: sumByMonth(group, months, ({ energyWh }) => energyWh),
  }
}

function sumByMonth(
  rows: readonly MonthSum[],
  months: readonly MarketDay[],
  readValue: (row: MonthSum) => number | null,
): MonthlyValues {
  const sums: MonthlyValues = months.map(() => null)
  for (const row of rows) {
    const value = readValue(row)
    const index = months.indexOf(row.month)
    if (value !== null) sums[index] = (sums[index] ?? 0) + value
  }
  return sums
}

function sortLargestFirst(groups: MonthSum[][]): MonthSum[][] {
  const sumCents = (group: MonthSum[]) =>
    group.reduce((sum, { settledCents, dueCents }) => sum + settledCents + (dueCents ?? 0), 0)
  return groups.sort((a, b) => sumCents(b) - sumCents(a))
}

function listMonthsBetween(sorted: readonly MarketDay[]): MarketDay[] {
  const months: MarketDay[] = []
  const last = sorted.at(-1)
  for (let month = sorted[0]; month && last && month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}
