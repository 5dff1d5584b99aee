import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { draftOwnerOf, useDraft } from '#kit/web/form/use-draft.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { useBoot } from '#kit/web/portal.ts'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'
import { PricesLoadFailure } from './prices-load-failure.tsx'
import { ProductCards } from './product-cards.tsx'
import { type OfferedProductsQuery, useOfferedProducts } from './use-offered-products.ts'
import { YearlyEnergyField } from './yearly-energy-field.tsx'

// Few products follow the market, and the page should stay small.
const DynamicFields = lazyPart(async () => (await import('./dynamic-fields.tsx')).DynamicFields)

type ProductChoiceProps = Omit<OfferedProductsQuery, 'surplusKwh'> & { wizard: Wizard }
/** The access tariff and the product. A choice that is no longer offered is cleared. */
export function ProductChoice({ wizard, ...offerQuery }: ProductChoiceProps) {
  const { part, energy, hasSelfConsumption } = offerQuery
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { productId, yearKwh } = draft[part]
  const { signedIn } = useBoot()
  const surplus = useDraft(`contract:surplus:${draftOwnerOf(signedIn)}`, { kwh: '' })
  const { tariffs, products, priceQuery, isTariffOffered, isPowerKnown } = useOfferedProducts(wizard, {
    ...offerQuery,
    surplusKwh: surplus.values.kwh,
  })
  const chosen = products.data?.find(({ id }) => id === productId)
  const hasSurplus = hasSelfConsumption && energy === 'electricity'
  // A price that follows the market has no cost of a year, but the estimate of a month needs the use of one.
  const needsYearlyUse = chosen?.is_dynamic || yearKwh !== ''
  const isUnknownUse = products.data?.some(({ year, year_missing }) => !year && (year_missing ?? 'use') === 'use')
  return (
    <QuestionGroup title={t('groups.product')}>
      <TariffField wizard={wizard} part={part} energy={energy} tariffs={tariffs} />
      {energy === 'electricity' && !isPowerKnown && <p className="soft">{t('tariffs.needsPower')}</p>}
      {(isUnknownUse || needsYearlyUse) && (
        <YearlyEnergyField
          id={idOf('yearKwh')}
          label={t('fields.yearKwh')}
          hint={t('fields.yearKwhHint')}
          value={yearKwh}
          onValue={(yearKwh) => set(part, { yearKwh })}
        />
      )}
      {hasSurplus && (
        <YearlyEnergyField
          id={idOf('yearSurplus')}
          label={t('fields.yearSurplus')}
          hint={t('fields.yearSurplusHint')}
          value={surplus.values.kwh}
          onValue={(kwh) => surplus.change(() => ({ kwh }))}
        />
      )}
      {products.isLoading && <Skeleton kind="rows" count={3} />}
      {products.isError && <PricesLoadFailure failure={products.error} onRetry={() => void products.refetch()} />}
      {isTariffOffered && products.data && (
        <ProductCards
          id={idOf('product')}
          error={errorOf('product')}
          products={products.data}
          isStale={products.isPlaceholderData}
          hasSelfConsumption={hasSurplus}
          chosen={productId}
          onChoose={({ id, name }) => {
            set(part, { productId: id, productName: name })
            // The consent to prices that follow the market is to one product.
            if (part === 'contract' && id !== productId) set('contract', { acceptsDynamic: undefined })
          }}
        />
      )}
      {part === 'contract' && isTariffOffered && chosen?.is_dynamic && (
        <Suspense>
          <DynamicFields wizard={wizard} priceQuery={priceQuery} />
        </Suspense>
      )}
    </QuestionGroup>
  )
}

type TariffFieldProps = Pick<OfferedProductsQuery, 'part' | 'energy'> & {
  wizard: Wizard
  tariffs: ReturnType<typeof useOfferedProducts>['tariffs']
}

function TariffField({ wizard, part, energy, tariffs }: TariffFieldProps) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { tariffId } = draft[part]
  const { phone_crm } = useSettings().organization
  const isOffered = tariffs.data?.some(({ id }) => id === tariffId) ?? false
  return (
    <>
      {tariffs.data?.length === 0 && (
        <Banner tone="warning">
          {t.rich('tariffs.none', { phone: () => <a href={telAddress(phone_crm)}>{phone_crm}</a> })}
        </Banner>
      )}
      {tariffs.isError && <PricesLoadFailure failure={tariffs.error} onRetry={() => void tariffs.refetch()} />}
      {(tariffs.data?.length ?? 0) > 0 && (
        <NativeSelect
          id={idOf('tariff')}
          label={t('fields.tariff')}
          hint={t(`tariffs.hint.${energy}`)}
          error={errorOf('tariff')}
          width="medium"
          options={[
            { value: '', label: t('choose') },
            ...tariffs.data!.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={isOffered ? String(tariffId) : ''}
          onChange={({ target }) => set(part, { tariffId: target.value === '' ? null : Number(target.value) })}
        />
      )}
    </>
  )
}
