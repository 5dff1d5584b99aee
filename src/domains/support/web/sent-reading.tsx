import { useLocale, useTranslations } from 'use-intl'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { ReadRequest } from '../api.ts'
import { unitText } from './reading-form.ts'

/** What the meter showed, as it was sent. */
export function SentReading({ reading }: { reading: NonNullable<ReadRequest['reading']> }) {
  const t = useTranslations('support.reading')
  const locale = useLocale()
  const { date, registers, unit } = reading
  const labelOf = (index: number) => {
    const word = periodWord((index + 1) as Period, registers.length)
    if (registers.length === 1) return t('only')
    return word ? t(word) : t('period', { number: index + 1 })
  }
  return (
    <Facts>
      <Fact label={t('day')}>{formatDay(date, locale)}</Fact>
      {registers.map((figure, index) => (
        <Fact key={labelOf(index)} label={labelOf(index)}>
          {formatDecimal(figure, locale)}
          {'\u00a0'}
          {unitText(unit)}
        </Fact>
      ))}
    </Facts>
  )
}
