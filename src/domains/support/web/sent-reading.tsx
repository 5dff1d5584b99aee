import { useLocale, useTranslations } from 'use-intl'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { ReadRequest } from '../api.ts'
import { unitText, useRegisterName } from './reading-form.ts'

/** What the meter showed, as it was sent. */
export function SentReading({ reading }: { reading: NonNullable<ReadRequest['reading']> }) {
  const t = useTranslations('support.reading')
  const locale = useLocale()
  const { date, registers, unit } = reading
  const nameOf = useRegisterName()
  return (
    <Facts>
      <Fact label={t('day')}>{formatDay(date, locale)}</Fact>
      {registers.map((figure, index) => (
        <Fact key={nameOf(index, registers.length)} label={nameOf(index, registers.length)}>
          {formatDecimal(figure, locale)}
          {'\u00a0'}
          {unitText(unit)}
        </Fact>
      ))}
    </Facts>
  )
}
