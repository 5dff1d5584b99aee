import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useDebouncedValue } from '#domains/correspondence/web/use-debounced-value.ts'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Banner } from '#kit/web/banner.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { draftOwnerOf, useDraft } from '#kit/web/use-draft.ts'
import { keepIfOffered } from '../contract-rules.ts'
import { parseWholeKwh, priceLocationOf } from './price-query.ts'
import { PricesLoadFailure } from './prices-load-failure.tsx'
import { ProductCards } from './product-cards.tsx'
import { productsQuery, tariffsQuery } from './queries.ts'
import { QuestionGroup } from './question-group.tsx'
import type { Wizard } from './use-wizard.ts'
import { type Energy, promoCodeFor, type RegisteredSupply } from './wizard-draft.ts'

type ProductChoiceProps = {
  wizard: Wizard
  part: 'contract' | 'gas'
  energy: Energy
  /** The power of each period, once typing has paused; empty for gas. */
  powersKw: readonly (number | null)[]
  supply: RegisteredSupply | null
  hasSelfConsumption: boolean
}

/** The debounce delay before prices for another consumption are requested. */
const pauseMs = 700

/** The access tariff and the product. A choice that is no longer offered is cleared. */
export function ProductChoice({ wizard, part, energy, powersKw, supply, hasSelfConsumption }: ProductChoiceProps) {
  const t = useTranslations('contracting.wizard')
  const send = useSend()
  const locale = useLocale()
  const { draft, set, idOf, errorOf, kind } = wizard
  const { tariffId, productId, productName, yearKwh } = draft[part]
  const { phone_crm } = useSettings().organization
  const { signedIn } = useBoot()
  const surplus = useDraft(`contract:surplus:${draftOwnerOf(signedIn)}`, { kwh: '' })
  const settledKwh = useDebouncedValue(parseWholeKwh(yearKwh, locale) ?? '', pauseMs)
  const settledSurplusKwh = useDebouncedValue(parseWholeKwh(surplus.values.kwh, locale) ?? '', pauseMs)
  const highest = Math.max(0, ...powersKw.map(Number))
  const power = highest > 0 ? String(highest) : ''
  const tariffs = useQuery({ ...tariffsQuery(send, energy, power), enabled: energy === 'gas' || power !== '' })
  const isTariffOffered = tariffs.data?.some(({ id }) => id === tariffId) ?? false
  const products = useQuery({
    ...productsQuery(send, {
      energy,
      tariffId: tariffId ?? 0,
      powersKw,
      ...priceLocationOf(draft, { energy, kind, supply }),
      hasSelfConsumption,
      promocode: promoCodeFor(energy, { kind, promotion: draft.promotion }),
      yearKwh: settledKwh,
      yearSurplusKwh: hasSelfConsumption && energy === 'electricity' ? settledSurplusKwh : '',
    }),
    enabled: isTariffOffered,
    // Keeps the cards while the prices for another power are loading.
    placeholderData: (before) => before,
  })

  const syncTariff = useEffectEvent((offered: readonly { id: number }[]) => {
    const selected = keepIfOffered(tariffId, offered, null) ?? (offered.length === 1 ? offered[0]!.id : null)
    if (selected !== tariffId) set(part, { tariffId: selected })
  })
  // A product chosen elsewhere is known by its id only.
  const syncProduct = useEffectEvent((offered: readonly { id: number; name: string }[]) => {
    const selected = keepIfOffered(productId, offered, -1)
    const name = offered.find(({ id }) => id === selected)?.name ?? ''
    if (selected !== productId || name !== productName) set(part, { productId: selected, productName: name })
  })
  useEffect(() => {
    if (tariffs.data) syncTariff(tariffs.data)
  }, [tariffs.data])
  useEffect(() => {
    if (products.data && !products.isPlaceholderData) syncProduct(products.data)
  }, [products.data, products.isPlaceholderData])

  const isUnknownUse = products.data?.some(({ year, year_missing }) => !year && (year_missing ?? 'use') === 'use')
  return (
    <QuestionGroup title={t('groups.product')}>
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
          value={isTariffOffered ? String(tariffId) : ''}
          onChange={({ target }) => set(part, { tariffId: target.value === '' ? null : Number(target.value) })}
        />
      )}
      {energy === 'electricity' && power === '' && <p className="soft">{t('tariffs.needsPower')}</p>}
      {(isUnknownUse || yearKwh !== '') && (
        <TextField
          id={idOf('yearKwh')}
          label={t('fields.yearKwh')}
          hint={t('fields.yearKwhHint')}
          isOptional
          width="short"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          isValidatedWhileTyping
          error={
            yearKwh.trim() !== '' && parseWholeKwh(yearKwh, locale) === null ? t('fields.yearKwhInvalid') : undefined
          }
          unit="kWh"
          value={yearKwh}
          onChange={({ target }) => set(part, { yearKwh: target.value })}
        />
      )}
      {hasSelfConsumption && energy === 'electricity' && (
        <TextField
          id={idOf('yearSurplus')}
          label={t('fields.yearSurplus')}
          hint={t('fields.yearSurplusHint')}
          isOptional
          width="short"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          isValidatedWhileTyping
          error={
            surplus.values.kwh.trim() !== '' && parseWholeKwh(surplus.values.kwh, locale) === null
              ? t('fields.yearKwhInvalid')
              : undefined
          }
          unit="kWh"
          value={surplus.values.kwh}
          onChange={({ target }) => surplus.change(() => ({ kwh: target.value }))}
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
          hasSelfConsumption={hasSelfConsumption && energy === 'electricity'}
          chosen={productId}
          onChoose={({ id, name }) => set(part, { productId: id, productName: name })}
        />
      )}
    </QuestionGroup>
  )
}
