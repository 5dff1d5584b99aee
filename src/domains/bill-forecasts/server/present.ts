import { wirePeriods } from '#domains/consumption/rules.ts'
import type { ReplyIn } from '#kit/call.ts'
import { dayCount } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { BillForecastReply, BillSoFarReply, readCurveCost } from '../api.ts'
import type { LeftOutReason } from '../bill-forecast.ts'
import type { CostResult } from './cost/query-cost.ts'
import { minMeasuredDays } from './forecast/similar-days.ts'
import type { BillToCome, GasBasis, NextBillSoFar } from './read-bill-to-come.ts'

/** Presents the bill so far, as the API returns it. */
export function presentSoFar(
  { bill, soFar: { endDay, bill: computed, energy, missingHours, estimatedHours, estimatedFrom } }: NextBillSoFar,
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
    estimated_from: estimatedFrom,
    lines: (computed?.lines ?? []).map((line) => ({
      ...{ kind: line.kind, period: line.period, first_day: line.firstDay, last_day: line.lastDay },
      ...{ quantity: line.quantity, unit: line.unit, days: line.days, unit_price: line.unitPrice },
      amount: line.amountCents / 100,
    })),
  }
}

/** Presents where a bill will end, with what the forecast assumes. */
export function presentForecast(
  { bill, soFar, forecast, followsMarket, gas }: BillToCome,
  leftOut: LeftOutReason[],
): BillForecastReply {
  const isKnown = !('reason' in forecast)
  return {
    ...{ start_date: bill.firstDay, end_date: bill.lastDay, due_date: bill.dueDay },
    so_far: {
      ...{ end_date: soFar.endDay, amount: (soFar.bill?.totalCents ?? 0) / 100 },
      estimated_from: soFar.estimatedFrom,
    },
    forecast: isKnown
      ? {
          amount: forecast.expected.totalCents / 100,
          lowest: forecast.lowCents / 100,
          highest: forecast.highCents / 100,
        }
      : null,
    reason: isKnown ? null : forecast.reason,
    assumption: {
      basis: gas ? 'readings' : followsMarket ? 'hours_and_market' : 'hours',
      measured_days: forecast.recentDays,
      needed_days: isKnown ? minMeasuredDays : forecast.neededDays,
      year_before_days: isKnown ? forecast.yearBeforeDays : 0,
      level: isKnown ? roundedLevel(forecast.level) : null,
      market_level: isKnown && followsMarket ? roundedLevel(forecast.marketLevel) : null,
      days_to_come: isKnown ? forecast.daysToCome : 0,
      gas: gas && presentGas(gas),
      left_out: leftOut,
    },
  }
}

function presentGas({ knownUntil, comparedSpans, ownReading }: GasBasis): BillForecastReply['assumption']['gas'] {
  return {
    ...{ known_until: knownUntil, compared_periods: comparedSpans },
    own_reading: ownReading && {
      ...{ date: ownReading.day, volume: ownReading.litres / 1000, factor: ownReading.factorKwhPerM3 },
    },
  }
}

function roundedLevel(level: number | null): number | null {
  return level === null ? null : Number(level.toFixed(2))
}

/** Presents what intervals cost, as the API returns it. */
export function presentCost({
  costs,
  curve: { range },
  notBilledFrom,
  followsMarket,
}: CostResult): ReplyIn<typeof readCurveCost> {
  return {
    ...{ start: range.start, end: range.end, date: costs.starts },
    energy: [...costs.energyCents]
      .sort(([one], [other]) => (one ?? 0) - (other ?? 0))
      .map(([period, values]) => ({ period: period && wirePeriods[period - 1]!, cost: values.map(eurosOf) })),
    fixed: costs.fixedCents.map(eurosOf),
    not_billed_from: notBilledFrom,
    follows_market: followsMarket,
  }
}

function eurosOf(cents: number | null): number | null {
  return cents === null ? null : Number((cents / 100).toFixed(6))
}

function kwhOf(wh: number): number {
  return Number(kwhFromWh(wh))
}
