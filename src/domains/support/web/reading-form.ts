import { useLocale, useTranslations } from 'use-intl'
import { decimalMarkOf, readTypedNumber, type TypedNumber } from '#kit/typed-number.ts'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { exactUnits } from '#vocabulary/decimal.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { type KnownMeter, readingProblems } from '../rules.ts'
import type { Problems } from './use-request-form.ts'

/** What is typed of a reading, register by register. */
export type TypedReading = { date: MarketDay; registers: readonly string[]; isConfirmed: boolean }

/** The last reading as the wire tells of it. */
export type LastReading = {
  unit: 'kWh' | 'm3'
  registers: number
  last: { date: MarketDay; registers: readonly number[] } | null
  measured?: { date: MarketDay; registers: readonly number[] } | null
  usual_per_day: readonly number[] | null
}

/** A reading of today of which nothing is typed yet. */
export function emptyReading(today: MarketDay): TypedReading {
  return { date: today, registers: [], isConfirmed: false }
}

/**
 * The figure that somebody copied from a meter, which does not run back: of two readings of one mark before three digits only one
 * may lie above what it showed last.
 */
export function readFigure(text: string, { locale, last }: { locale: string; last: number | undefined }): TypedNumber {
  const read = readTypedNumber(text, { locale, decimals: 3, least: last })
  return read.kind === 'number' && read.decimal.startsWith('-') ? { kind: 'invalid' } : read
}

/** What is typed, as the wire wants it. Registers that are no number have been told of before. */
export function readTyped(
  { date, registers, isConfirmed }: TypedReading,
  { locale, known }: { locale: string; known: LastReading | undefined },
) {
  const figures = registers.map((text, register) => {
    const read = readFigure(text, { locale, last: known?.last?.registers[register] })
    return read.kind === 'number' ? Number(read.decimal) : 0
  })
  return { date, registers: figures, confirmed: isConfirmed }
}

/** Checks what is typed of a reading against what is known of the meter, in words for each field. */
export function useReadingProblems(today: MarketDay) {
  const t = useTranslations('support.reading')
  const locale = useLocale()
  const nameOf = useRegisterName()
  const sentenceOf = (figure: TypedNumber, register: string) =>
    figure.kind === 'ambiguous'
      ? t('ambiguous', { grouped: figure.grouped, decimal: figure.decimal.replace('.', decimalMarkOf(locale)) })
      : t('noFigure', { register })

  return ({ date, registers, isConfirmed }: TypedReading, known: LastReading): Problems => {
    const found: Problems = isMarketDay(date) ? {} : { 'reading.date': t('noDay') }
    const figures = Array.from({ length: known.registers }, (_, index) =>
      readFigure(registers[index] ?? '', { locale, last: known.last?.registers[index] }),
    )
    for (const [index, figure] of figures.entries())
      if (figure.kind !== 'number')
        found[`reading.registers.${index}`] = sentenceOf(figure, nameOf(index, known.registers))
    if (Object.keys(found).length > 0) return found
    const { last, measured } = known
    const readingOf = (reading: LastReading['last'] | undefined) =>
      reading ? { day: reading.date, amounts: reading.registers.map((figure) => Math.round(figure * 1000)) } : null
    const meter: KnownMeter = {
      registers: known.registers,
      last: readingOf(last),
      measured: readingOf(measured),
      usualPerDay: known.usual_per_day?.map((figure) => figure * 1000) ?? null,
    }
    const amounts = figures.map((figure) => (figure.kind === 'number' ? exactUnits(figure.decimal, 3)! : 0))
    const read = { day: date, amounts, isConfirmed }
    for (const { at, code } of readingProblems(read, meter, today)) {
      if (at === 'registers') continue
      const day = formatDay(last?.date ?? null, locale)
      const value = typeof at === 'number' ? formatDecimal(last?.registers[at] ?? null, locale) : ''
      found[at === 'day' ? 'reading.date' : `reading.registers.${at}`] = t(code, {
        day,
        value,
        unit: unitText(known.unit),
      })
    }
    return found
  }
}

/** What customers call a register: by its period, or the one that there is. */
export function useRegisterName() {
  const t = useTranslations('support.reading')
  return (register: number, count: number): string => {
    const word = periodWord((register + 1) as Period, count)
    if (count === 1) return t('only')
    return word ? t(word) : t('period', { number: register + 1 })
  }
}

/** How a unit of the wire is written. */
export function unitText(unit: LastReading['unit']): string {
  return unit === 'm3' ? 'm³' : 'kWh'
}
