import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { draftOwnerOf, useDraft } from '#kit/web/form/use-draft.ts'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type Energy, promoCodeFor } from '../draft/wizard-draft.ts'
import { priceQueryOf } from '../product/price-query.ts'
import { PricesLoadFailure } from '../product/prices-load-failure.tsx'
import { ProductPrices } from '../product/product-prices.tsx'
import { productsQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'

/** The product of an energy as it will be signed: access tariff, every price, the yearly cost, and the applied code. */
export function ReviewProduct({ wizard, energy }: { wizard: Wizard; energy: Energy }) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const { draft, kind } = wizard
  const { tariffId, productId, productName } = energy === 'gas' ? draft.gas : draft.contract
  const { kwh: surplus } = useDraft(`contract:surplus:${draftOwnerOf(useBoot().signedIn)}`, { kwh: '' }).values
  const query = priceQueryOf(draft, { energy, kind, locale, surplusText: surplus })
  const products = useQuery(productsQuery(useSend(), query))
  const product = products.data?.find(({ id }) => id === productId)
  const tariffs = energy === 'gas' ? gasAccessTariffs : electricityAccessTariffs
  const code = promoCodeFor(energy, { kind, promotion: draft.promotion })
  return (
    <>
      <DescriptionItem label={t('fields.tariff')}>{tariffs.find(({ id }) => id === tariffId)?.name}</DescriptionItem>
      <DescriptionItem label={t('facts.product')}>{product?.name ?? productName}</DescriptionItem>
      {code && <DescriptionItem label={t('fields.promocode')}>{code}</DescriptionItem>}
      {product?.prices && (
        <DescriptionItem label={t('review.prices')}>
          <ProductPrices prices={product.prices} isDynamic={product.is_dynamic} />
          <span className="small soft">
            {t('review.pricesFrom', { day: formatDay(product.prices.valid_from, locale) })}
          </span>
        </DescriptionItem>
      )}
      {product?.year && (
        <DescriptionItem label={t('review.perYear')}>
          {t('review.estimate', {
            amount: formatMoney(Math.round(product.year.amount * 100), locale),
            kwh: formatDecimal(product.year.kwh, locale, { decimals: 0 }),
          })}
        </DescriptionItem>
      )}
      {products.isError && (
        <DescriptionItem label={t('review.prices')}>
          <PricesLoadFailure failure={products.error} onRetry={() => void products.refetch()} />
        </DescriptionItem>
      )}
    </>
  )
}
