import type { Database } from '#db/database.ts'
import type { OpenContract } from '#domains/bill-forecasts/server/find-open-contract.ts'
import { readBillToCome, seedOf } from '#domains/bill-forecasts/server/read-bill-to-come.ts'
import { forecastOpenBill, readOpenBill } from '#domains/bill-forecasts/server/read-open-bill.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { dayCount, daysFrom } from '#vocabulary/day.ts'
import { budgetOf, exceedsBudget } from '../rules/budget.ts'
import { measuredDaysOf, totalWhOf } from '../rules/measured-day.ts'
import type { Finding } from './finding.ts'

/**
 * Returns that the next bill of a contract will probably exceed the budget of a month; null otherwise, and while it
 * cannot be forecast. Days that were not measured count as days to come.
 */
export async function findBudget(
  db: Database,
  contract: OpenContract,
  { monthCents, now }: { monthCents: number; now: Date },
): Promise<Finding | null> {
  if (contract.energy === 'gas') return findGasBudget(db, contract, { monthCents, now })
  const open = await readOpenBill(db, contract, now)
  if (typeof open === 'string') return null
  const days = open.days.filter(isMeasured)
  const { firstDay, lastDay } = open.bill
  const seed = seedOf(contract, open.bill, open.measuredUntil)
  const forecast = await forecastOpenBill(db, { ...open, days }, { seed, figures: await loadRegulatedPrices(db) })
  if ('reason' in forecast) return null
  const { lowCents, highCents } = forecast
  const bill = { firstDay, lastDay, expectedCents: forecast.expected.totalCents, lowCents, highCents }
  if (!exceedsBudget({ ...bill, measuredDays: days.length }, monthCents)) return null
  const used = new Map(measuredDaysOf(days).map((day) => [day.day, totalWhOf(day)]))
  return {
    period: firstDay,
    values: {
      ...{ firstDay, lastDay, measuredUntil: open.measuredUntil, amountCents: bill.expectedCents },
      ...{ lowCents, highCents, budgetCents: budgetOf(bill, monthCents) },
    },
    chart: { bars: daysFrom(firstDay, open.measuredUntil).map((day) => used.get(day) ?? null) },
  }
}

/** The bars of its mail are the mean days of the periods that were read in the year before. */
async function findGasBudget(
  db: Database,
  contract: OpenContract,
  { monthCents, now }: { monthCents: number; now: Date },
): Promise<Finding | null> {
  const toCome = await readBillToCome(db, contract, now)
  if (typeof toCome === 'string' || 'reason' in toCome.forecast || !toCome.gas) return null
  const { bill, soFar, forecast, gas } = toCome
  const { knownUntil: measuredUntil } = gas
  if (measuredUntil === null) return null
  const { firstDay, lastDay } = bill
  const { lowCents, highCents, expected } = forecast
  const measuredDays = soFar.endDay === null ? 0 : dayCount(firstDay, soFar.endDay)
  const expectedBill = { firstDay, lastDay, expectedCents: expected.totalCents, lowCents, highCents, measuredDays }
  if (!exceedsBudget(expectedBill, monthCents)) return null
  const periods = gas.spans.slice(-shownPeriods)
  return {
    ...{ period: firstDay, mail: 'gas_budget' },
    values: {
      ...{ firstDay, lastDay, measuredUntil, amountCents: expected.totalCents },
      ...{ lowCents, highCents, budgetCents: budgetOf(bill, monthCents), chartFrom: periods[0]!.firstDay },
    },
    chart: {
      bars: periods.map((period) => Math.round(period.energyWh / dayCount(period.firstDay, period.lastDay))),
    },
  }
}

const shownPeriods = 12

function isMeasured(day: StoredDay): boolean {
  const [measured] = measuredDaysOf([day])
  return measured !== undefined && totalWhOf(measured) !== null
}
