import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDecimal, formatMoney, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { regulatorComparator } from '../../regulator-links.ts'
import { dynamicMonthQuery, type PriceQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'

/**
 * What a product that follows the market brings, costs and risks, a month's bill with it, and the consent without which it
 * is not contracted (Real Decreto 88/2026, art. 6.1.af and 13.n).
 */
export function DynamicFields({ wizard, priceQuery }: { wizard: Wizard; priceQuery: PriceQuery }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { productId, acceptsDynamic = false } = draft.contract
  return (
    <>
      <h3>{t('dynamic.title')}</h3>
      <p>{t('dynamic.opportunities')}</p>
      <p>{t('dynamic.costs')}</p>
      <Banner tone="warning">{t('dynamic.risks')}</Banner>
      <MonthEstimate productId={productId} priceQuery={priceQuery} />
      <p>
        <a href={regulatorComparator} target="_blank" rel="noreferrer">
          {t('dynamic.comparator')}
        </a>
      </p>
      <Checkbox
        id={idOf('acceptsDynamic')}
        label={t('fields.acceptsDynamic')}
        error={errorOf('acceptsDynamic')}
        checked={acceptsDynamic}
        onChange={({ target }) => set('contract', { acceptsDynamic: target.checked })}
      />
    </>
  )
}

function MonthEstimate({ productId, priceQuery }: { productId: number; priceQuery: PriceQuery }) {
  const t = useTranslations('contracting.wizard.dynamic')
  const locale = useLocale() as Locale
  const { data } = useQuery(dynamicMonthQuery(useSend(), productId, priceQuery))
  if (!data) return null
  if (!data.estimate) return <p>{t('none')}</p>
  const { month, amount, kwh, basis, low, high } = data.estimate
  const price = (eur: number) => formatDecimal(eur, locale, { decimals: 3 })
  return (
    <p>
      <strong>
        {t('estimate', {
          month: formatMonth(`${month}-01`, locale, 'long'),
          amount: formatMoney(Math.round(amount * 100), locale),
          kwh: formatDecimal(kwh, locale, { decimals: 0 }),
        })}
      </strong>{' '}
      {t(`basis.${basis}`)} {t('range', { low: price(low), high: price(high) })}
    </p>
  )
}
