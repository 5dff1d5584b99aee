import { useLocale, useTranslations } from 'use-intl'
import type { MarketDay } from '#vocabulary/day.ts'
import { fixedDecimal, trimmedDecimal, writtenUnits } from '#vocabulary/decimal.ts'
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

/** The figure that somebody copied from a meter, in thousandths; null when it is none. Groups of three digits are one number. */
export function thousandthsTyped(text: string): number | null {
  const [, grouped, decimals = ''] = /^(\d{1,3}(?:[.,\s]\d{3})+)([.,]\d{1,3})?$/.exec(text.trim()) ?? []
  const ungrouped = grouped ? grouped.replace(/[.,\s]/g, '') + decimals : text
  return writtenUnits(ungrouped, 3)
}

/** What is typed, as the wire wants it. Registers that are no number have been told of before. */
export function readTyped({ date, registers, isConfirmed }: TypedReading) {
  const figures = registers.map((text) => Number(trimmedDecimal(fixedDecimal(thousandthsTyped(text) ?? 0, 3))))
  return { date, registers: figures, confirmed: isConfirmed }
}

/** Checks what is typed of a reading against what is known of the meter, in words for each field. */
export function useReadingProblems(today: MarketDay) {
  const t = useTranslations('support.reading')
  const locale = useLocale()
  const nameOf = useRegisterName()

  return ({ date, registers, isConfirmed }: TypedReading, known: LastReading): Problems => {
    const found: Problems = date ? {} : { 'reading.date': t('noDay') }
    const amounts = Array.from({ length: known.registers }, (_, index) => thousandthsTyped(registers[index] ?? ''))
    for (const [index, amount] of amounts.entries())
      if (amount === null)
        found[`reading.registers.${index}`] = t('noFigure', { register: nameOf(index, known.registers) })
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
    const read = { day: date, amounts: amounts as number[], isConfirmed }
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
