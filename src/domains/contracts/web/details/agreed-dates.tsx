import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { AgreedDate, AgreedDates as AgreedDatesReply } from '../../api.ts'

/** When a contract renews, and until when its promotion and the penalty for leaving last; each with when we tell of it. */
export function AgreedDates({ agreed: { items, penalty } }: { agreed: AgreedDatesReply }) {
  const t = useTranslations('contracts.agreed')
  const locale = useLocale()
  const titleId = useId()
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      <DescriptionList>
        {items.map((item) => (
          <DescriptionItem key={item.kind} label={t(`kinds.${item.kind}`)}>
            <AgreedChange item={item} />
          </DescriptionItem>
        ))}
        {penalty && (
          <DescriptionItem label={t('penalty')}>
            {t('penaltyText', {
              ...{ day: formatDay(penalty.ends_on, locale), percent: formatDecimal(penalty.percent, locale) },
            })}
          </DescriptionItem>
        )}
      </DescriptionList>
    </section>
  )
}

function AgreedChange({ item: { kind, changes_on, promotion, duty } }: { item: AgreedDate }) {
  const t = useTranslations('contracts.agreed')
  const locale = useLocale()
  const day = formatDay(changes_on, locale)
  return (
    <>
      {t(`texts.${kind}`, { day, promotion: promotion ?? 'none' })}{' '}
      <span className="small soft">
        {duty ? (
          t(duty.status === 'late' ? 'late' : 'tellBy', { day: formatDay(duty.due_on, locale) })
        ) : (
          <Link href="/revisions">{t('told')}</Link>
        )}
      </span>
    </>
  )
}
