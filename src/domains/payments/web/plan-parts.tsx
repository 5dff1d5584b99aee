import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { MarketDay } from '#vocabulary/day.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { Cents } from '#vocabulary/money.ts'
import styles from './plan-parts.module.css'

/** A part of an amount that is paid in parts, and what is left of it where it is paid already. */
export type ShownPart = { number: number; dueOn: MarketDay; amountCents: Cents; leftCents?: Cents }

/** Lists the parts of an amount with their days, and which of them are paid. */
export function PlanParts({ parts }: { parts: readonly ShownPart[] }) {
  const t = useTranslations('payments.parts')
  const locale = useLocale()
  return (
    <ol className={styles.parts}>
      {parts.map(({ number, dueOn, amountCents, leftCents = amountCents }) => (
        <li key={number}>
          {t('part', { day: formatDay(dueOn, locale), amount: formatMoney(amountCents, locale) })}{' '}
          {leftCents === 0 ? (
            <Badge tone="positive">{t('paid')}</Badge>
          ) : (
            leftCents < amountCents && (
              <span className="soft">{t('left', { amount: formatMoney(leftCents, locale) })}</span>
            )
          )}
        </li>
      ))}
    </ol>
  )
}
