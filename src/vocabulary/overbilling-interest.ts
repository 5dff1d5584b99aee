import { type BillLine, createBillLine, figureReferenceOf } from './bill.ts'
import type { Overbilling } from './bill-correction.ts'
import { findRegulatedPriceAt, regulatedPriceAt, splitByValidity } from './dated-regulated-prices.ts'
import { addDays, dayCount, type MarketDay } from './day.ts'
import { divideDecimal, formatFixedDecimal, multiplyDecimals, roundToUnits } from './decimal.ts'
import type { InterestRules } from './interest-rules.ts'
import type { InterestRates } from './legal-interest.ts'
import { decimalFromCents } from './money.ts'

/**
 * Returns the lines that give interest back with what was billed too much, one for each rate of its days: the legal interest
 * of money and 1.5 points more (RD 88/2026, articles 44.4.b and 45.2). The day of the payment counts and that of the return
 * does not. None before that decree applied, and null where the day from which interest runs, or a rate, is not known.
 */
export function overbillingInterestLines(
  { amountCents, billedOn, paidOn }: Pick<Overbilling, 'amountCents' | 'billedOn' | 'paidOn'>,
  returnedOn: MarketDay,
  { legalInterest, overbillingInterest }: InterestRates,
  { year, from }: InterestRules,
): BillLine[] | null {
  const surcharge = findRegulatedPriceAt(overbillingInterest, returnedOn)
  if (!surcharge) return []
  const firstDay = from === 'issue' ? billedOn : paidOn
  if (firstDay === null) return null
  const days = { firstDay, lastDay: addDays(returnedOn, -1) }
  if (legalInterest.rows.every(({ validFrom }) => validFrom > firstDay)) return null
  return splitByValidity(days, (day) => rateOn(day)).map(({ valid, ...part }) => {
    const yearlyUnits = roundToUnits(valid.row.value, percentDecimals) + roundToUnits(surcharge.value, percentDecimals)
    const yearly = formatFixedDecimal(yearlyUnits, percentDecimals)
    const percent = divideDecimal(
      multiplyDecimals(yearly, String(dayCount(part.firstDay, part.lastDay))),
      String(valid.daysInYear),
      percentDecimals,
    )
    return createBillLine(part, {
      ...{ kind: 'returned_interest', quantity: decimalFromCents(amountCents), unit: 'percent' },
      ...{ unitPrice: multiplyDecimals(percent, '-1'), figure: figureReferenceOf(legalInterest, valid.row) },
    })
  })

  function rateOn(day: MarketDay) {
    const row = regulatedPriceAt(legalInterest, day)
    if (year === '365') return { row, daysInYear: 365, validTo: row.validTo }
    const calendarYear = Number(day.slice(0, 4))
    const yearEnd = `${calendarYear + 1}-01-01`
    const validTo = row.validTo !== null && row.validTo < yearEnd ? row.validTo : yearEnd
    return { row, daysInYear: dayCount(`${calendarYear}-01-01`, `${calendarYear}-12-31`), validTo }
  }
}

/** The decimals of the percentage of a line, so that its amount follows from its printed figures. */
const percentDecimals = 6
