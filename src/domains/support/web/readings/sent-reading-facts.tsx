import { useLocale, useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { RequestDetails } from '../../api.ts'
import { formatMeterUnit, useRegisterName } from './reading-draft.ts'

/** Shows the meter reading that was sent. */
export function SentReadingFacts({ reading }: { reading: NonNullable<RequestDetails['reading']> }) {
  const t = useTranslations('support.reading')
  const locale = useLocale()
  const { date, registers, unit } = reading
  const nameOf = useRegisterName()
  return (
    <DescriptionList>
      <DescriptionItem label={t('day')}>{formatDay(date, locale)}</DescriptionItem>
      {registers.map((figure, index) => (
        <DescriptionItem key={nameOf(index, registers.length)} label={nameOf(index, registers.length)}>
          {formatDecimal(figure, locale)}
          {'\u00a0'}
          {formatMeterUnit(unit)}
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}
