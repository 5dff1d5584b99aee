import { wirePeriods } from '#domains/consumption/rules.ts'
import type { ReplyIn } from '#kit/call.ts'
import { dayCount } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { BillForecastReply, BillSoFarReply, readCurveCost } from '../api.ts'
import type { LeftOutReason } from '../bill-forecast.ts'
import type { CostResult } from './cost/query-cost.ts'
import type { BillForecast, NoForecast } from './forecast/forecast-bill.ts'
import { minMeasuredDays } from './forecast/similar-days.ts'
import type { BillSoFar, OpenBill } from './read-open-bill.ts'

/** Presents the bill so far, as the API returns it. */
export function presentSoFar(
  { bill }: OpenBill,
  { endDay, bill: computed, energy, missingHours, estimatedHours }: BillSoFar,
  leftOut: LeftOutReason[],
): BillSoFarReply {
  return {
    ...{ start_date: bill.firstDay, end_date: endDay, due_date: bill.dueDay },
    days: endDay === null ? 0 : dayCount(bill.firstDay, endDay),
    amount_total: (computed?.totalCents ?? 0) / 100,
    energy: kwhOf(energy.energyWh.reduce((sum, wh) => sum + wh, 0)),
    energy_by_period: energy.energyWh.map(kwhOf),
    exported_energy: kwhOf(energy.surplusWh),
    ...{ missing_hours: missingHours, estimated_hours: estimatedHours, left_out: leftOut },
    lines: (computed?.lines ?? []).map((line) => ({
      ...{ kind: line.kind, period: line.period, first_day: line.firstDay, last_day: line.lastDay },
      ...{ quantity: line.quantity, unit: line.unit, days: line.days, unit_price: line.unitPrice },
      amount: line.amountCents / 100,
    })),
  }
}

/** Presents where a bill will end, with what the forecast assumes. */
export function presentForecast(
  { bill }: OpenBill,
  soFar: BillSoFar,
  { forecast, leftOut }: { forecast: BillForecast | NoForecast; leftOut: LeftOutReason[] },
): BillForecastReply {
  const isKnown = !('reason' in forecast)
  return {
    ...{ start_date: bill.firstDay, end_date: bill.lastDay, due_date: bill.dueDay },
    so_far: { end_date: soFar.endDay, amount: (soFar.bill?.totalCents ?? 0) / 100 },
    forecast: isKnown
      ? {
          amount: forecast.expected.totalCents / 100,
          lowest: forecast.lowCents / 100,
          highest: forecast.highCents / 100,
        }
      : null,
    reason: isKnown ? null : forecast.reason,
    assumption: {
      measured_days: forecast.recentDays,
      needed_days: minMeasuredDays,
      year_before_days: isKnown ? forecast.yearBeforeDays : 0,
      level: isKnown && forecast.level !== null ? Number(forecast.level.toFixed(2)) : null,
      days_to_come: isKnown ? forecast.daysToCome : 0,
      left_out: leftOut,
    },
  }
}

/** Presents what intervals cost, as the API returns it. */
export function presentCost({ costs, curve: { range }, notBilledFrom }: CostResult): ReplyIn<typeof readCurveCost> {
  return {
    ...{ start: range.start, end: range.end, date: costs.starts },
    energy: [...costs.energyCents]
      .sort(([one], [other]) => (one ?? 0) - (other ?? 0))
      .map(([period, values]) => ({ period: period && wirePeriods[period - 1]!, cost: values.map(eurosOf) })),
    fixed: costs.fixedCents.map(eurosOf),
    not_billed_from: notBilledFrom,
  }
}

function eurosOf(cents: number | null): number | null {
  return cents === null ? null : Number((cents / 100).toFixed(6))
}

function kwhOf(wh: number): number {
  return Number(kwhFromWh(wh))
}
