import { kwhFromWh } from '#vocabulary/energy.ts'
import type { CheckedLine, InvoiceCheck } from '../api.ts'
import type { BillCheck, LegalBasis, LineCheck, MeterDifference } from '../bill-check.ts'

/** Returns a verdict as the API sends it, with amounts in euros. */
export function presentCheck({ state, differenceCents, faults, unknown, lines, meter }: BillCheck): InvoiceCheck {
  return {
    ...{ state, difference: euros(differenceCents), faults, unknown, lines: lines.map(presentLine) },
    meter: meter && presentMeter(meter),
  }
}

function presentMeter({ firstDay, lastDay, periods, differenceCents, correctedOn }: MeterDifference) {
  const kwh = (wh: number) => Number(kwhFromWh(wh))
  const sum = (name: 'billedWh' | 'meteredWh') => kwh(periods.reduce((total, period) => total + period[name], 0))
  return {
    ...{ first_day: firstDay, last_day: lastDay, billed: sum('billedWh'), metered: sum('meteredWh') },
    periods: periods.map(({ period, billedWh, meteredWh }) => ({
      ...{ period, billed: kwh(billedWh), metered: kwh(meteredWh) },
    })),
    difference: differenceCents === null ? null : euros(differenceCents),
    corrected_on: correctedOn,
  }
}

function presentLine(line: LineCheck): CheckedLine {
  const { index, kind, period, firstDay, lastDay, state, faults, unknown, readings, basis } = line
  return {
    ...{ index, kind, period, first_day: firstDay, last_day: lastDay, state },
    amount: euros(line.amountCents),
    expected_amount: line.expectedCents === null ? null : euros(line.expectedCents),
    difference: euros(line.differenceCents),
    ...{ faults, unknown, readings },
    basis: basis.map(presentBasis),
  }
}

function presentBasis({ norm, article, row }: LegalBasis): CheckedLine['basis'][number] {
  if (!row) return { norm, article, row: null }
  const { name, validFrom, validTo, value, source } = row
  return { norm, article, row: { name, valid_from: validFrom, valid_to: validTo, value, source } }
}

function euros(cents: number): number {
  return cents / 100
}
