import { useLocale, useTranslations } from 'use-intl'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { useDebts } from './use-debts.ts'

/** Tells of each bill that is paid in parts what is paid next, and by when. */
export function PlanBanners() {
  const t = useTranslations('collections.plans')
  const locale = useLocale()
  return useDebts().plans.map(({ invoice: { number }, parts }) => {
    const next = parts.find(({ left }) => left > 0)
    const values = { number, count: parts.length }
    return (
      <Banner
        key={number}
        tone="notice"
        action={
          <ButtonLink variant="second" isSmall href={invoiceAddress(number)}>
            {t('see')}
          </ButtonLink>
        }
      >
        {t('inParts', values)}{' '}
        {next &&
          t('next', { amount: formatMoney(Math.round(next.left * 100), locale), day: formatDay(next.due_on, locale) })}
      </Banner>
    )
  })
}
