import { useLocale, useTranslations } from 'use-intl'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { parseExactUnits } from '#vocabulary/decimal.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { decimalMarkOf, type ParsedNumber, parseNumberInput } from '#vocabulary/number-input.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { findReadingProblems, type MeterHistory } from '../../rules.ts'
import type { RequestFieldMessages } from '../contact/use-request-form.ts'

/** The draft of a reading, register by register. */
export type ReadingDraft = { date: MarketDay; registers: readonly string[]; isConfirmed: boolean }

/** The last reading as the API returns it. */
export type LastReading = {
  unit: 'kWh' | 'm3'
  registers: number
  last: { date: MarketDay; registers: readonly number[] } | null
  measured?: { date: MarketDay; registers: readonly number[] } | null
  usual_per_day: readonly number[] | null
}

/** Returns an empty draft of a reading of today. */
export function emptyReading(today: MarketDay): ReadingDraft {
  return { date: today, registers: [], isConfirmed: false }
}

/**
 * Parses a value copied from a meter. A single separator before three digits is ambiguous, but because a meter never
 * runs backwards, often only one interpretation exceeds the last value.
 */
export function parseRegisterValue(
  text: string,
  { locale, last }: { locale: string; last: number | undefined },
): ParsedNumber {
  const parsed = parseNumberInput(text, { locale, decimals: 3, min: last })
  return parsed.kind === 'number' && parsed.decimal.startsWith('-') ? { kind: 'invalid' } : parsed
}

/**
 * Converts the draft to the API format. Registers that are not numbers have already been reported as field problems.
 */
export function parseReadingDraft(
  { date, registers, isConfirmed }: ReadingDraft,
  { locale, lastReading }: { locale: string; lastReading: LastReading | undefined },
) {
  const figures = registers.map((text, register) => {
    const parsed = parseRegisterValue(text, { locale, last: lastReading?.last?.registers[register] })
    return parsed.kind === 'number' ? Number(parsed.decimal) : 0
  })
  return { date, registers: figures, confirmed: isConfirmed }
}

/** Returns a function that checks a draft against the history of the meter and returns a message for each field. */
export function useReadingProblems(today: MarketDay) {
  const t = useTranslations('support.reading')
  const locale = useLocale()
  const nameOf = useRegisterName()
  const sentenceOf = (figure: ParsedNumber, register: string) =>
    figure.kind === 'ambiguous'
      ? t('ambiguous', { grouped: figure.grouped, decimal: figure.decimal.replace('.', decimalMarkOf(locale)) })
      : t('noFigure', { register })

  return ({ date, registers, isConfirmed }: ReadingDraft, lastReading: LastReading): RequestFieldMessages => {
    const problems: RequestFieldMessages = isMarketDay(date) ? {} : { 'reading.date': t('noDay') }
    const figures = Array.from({ length: lastReading.registers }, (_, index) =>
      parseRegisterValue(registers[index] ?? '', { locale, last: lastReading.last?.registers[index] }),
    )
    for (const [index, figure] of figures.entries())
      if (figure.kind !== 'number')
        problems[`reading.registers.${index}`] = sentenceOf(figure, nameOf(index, lastReading.registers))
    if (Object.keys(problems).length > 0) return problems
    const { last, measured } = lastReading
    const readingOf = (reading: LastReading['last'] | undefined) =>
      reading ? { day: reading.date, amounts: reading.registers.map((figure) => Math.round(figure * 1000)) } : null
    const meter: MeterHistory = {
      registers: lastReading.registers,
      last: readingOf(last),
      measured: readingOf(measured),
      usualPerDay: lastReading.usual_per_day?.map((figure) => figure * 1000) ?? null,
    }
    const amounts = figures.map((figure) => (figure.kind === 'number' ? parseExactUnits(figure.decimal, 3)! : 0))
    const newReading = { day: date, amounts, isConfirmed }
    for (const { at, code } of findReadingProblems(newReading, meter, today)) {
      if (at === 'registers') continue
      const day = formatDay(last?.date ?? null, locale)
      const value = typeof at === 'number' ? formatDecimal(last?.registers[at] ?? null, locale) : ''
      problems[at === 'day' ? 'reading.date' : `reading.registers.${at}`] = t(code, {
        day,
        value,
        unit: formatMeterUnit(lastReading.unit),
      })
    }
    return problems
  }
}

/** Returns a function for the name of a register: its period, or a generic name if there is only one. */
export function useRegisterName() {
  const t = useTranslations('support.reading')
  return (register: number, count: number): string => {
    const periodName = periodNameOf((register + 1) as Period, count)
    if (count === 1) return t('only')
    return periodName ? t(periodName) : t('period', { number: register + 1 })
  }
}

/** Formats a unit of the API for display. */
export function formatMeterUnit(unit: LastReading['unit']): string {
  return unit === 'm3' ? 'm³' : 'kWh'
}
