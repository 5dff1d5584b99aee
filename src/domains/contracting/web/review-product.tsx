import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#kit/locale.ts'
import { Fact } from '#kit/web/facts.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { LoadFailure } from './load-failure.tsx'
import { priceQuestion } from './price-question.ts'
import { ProductPrices } from './product-prices.tsx'
import { productsQuery } from './queries.ts'
import type { Wizard } from './use-wizard.ts'
import { codeFor, type Energy } from './wizard-draft.ts'

/** The product of an energy as it will be signed: access tariff, every price, what a year comes to, and the code that is used. */
export function ReviewProduct({ wizard, energy }: { wizard: Wizard; energy: Energy }) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const { draft, kind } = wizard
  const { tariffId, productId, productName } = energy === 'gas' ? draft.gas : draft.contract
  const { kwh: surplus } = useDraft(`contract:surplus:${draftOwner(useBoot().signedIn)}`, { kwh: '' }).values
  const question = priceQuestion(draft, { energy, kind, locale, surplus })
  const products = useQuery(productsQuery(useSend(), question))
  const product = products.data?.find(({ id }) => id === productId)
  const tariffs = energy === 'gas' ? gasAccessTariffs : electricityAccessTariffs
  const code = codeFor(energy, { kind, promotion: draft.promotion })
  return (
    <>
      <Fact label={t('fields.tariff')}>{tariffs.find(({ id }) => id === tariffId)?.name}</Fact>
      <Fact label={t('facts.product')}>{product?.name ?? productName}</Fact>
      {code && <Fact label={t('fields.promocode')}>{code}</Fact>}
      {product?.prices && (
        <Fact label={t('review.prices')}>
          <ProductPrices prices={product.prices} />
          <span className="small soft">
            {t('review.pricesFrom', { day: formatDay(product.prices.valid_from, locale) })}
          </span>
        </Fact>
      )}
      {product?.year && (
        <Fact label={t('review.perYear')}>
          {t('review.estimate', {
            amount: formatMoney(Math.round(product.year.amount * 100), locale),
            kwh: formatDecimal(product.year.kwh, locale, { decimals: 0 }),
          })}
        </Fact>
      )}
      {products.isError && (
        <Fact label={t('review.prices')}>
          <LoadFailure failure={products.error} onRetry={() => void products.refetch()} />
        </Fact>
      )}
    </>
  )
}
