import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSettled } from '#domains/correspondence/web/use-settled.ts'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Banner } from '#kit/web/banner.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
import { stillOffered } from '../contract-rules.ts'
import { Group } from './group.tsx'
import { LoadFailure } from './load-failure.tsx'
import { placeOf, wholeKwh } from './price-question.ts'
import { ProductCards } from './product-cards.tsx'
import { productsQuery, tariffsQuery } from './queries.ts'
import type { Wizard } from './use-wizard.ts'
import { codeFor, type Energy, type RegisteredSupply } from './wizard-draft.ts'

type ProductChoiceProps = {
  wizard: Wizard
  part: 'contract' | 'gas'
  energy: Energy
  /** Of each period in kW, once typing has paused; empty for gas. */
  powersKw: readonly (number | null)[]
  supply: RegisteredSupply | null
  hasSelfConsumption: boolean
}

/** How long typing pauses before prices of another use are asked for. */
const pauseMs = 700

/** The access tariff and the product. A choice that is no longer offered is taken back. */
export function ProductChoice({ wizard, part, energy, powersKw, supply, hasSelfConsumption }: ProductChoiceProps) {
  const t = useTranslations('contracting.wizard')
  const send = useSend()
  const locale = useLocale()
  const { draft, set, idOf, errorOf, kind } = wizard
  const { tariffId, productId, productName, yearKwh } = draft[part]
  const { phone_crm } = useSettings().organization
  const { signedIn } = useBoot()
  const surplus = useDraft(`contract:surplus:${draftOwner(signedIn)}`, { kwh: '' })
  const toldKwh = useSettled(wholeKwh(yearKwh, locale) ?? '', pauseMs)
  const toldSurplusKwh = useSettled(wholeKwh(surplus.values.kwh, locale) ?? '', pauseMs)
  const highest = Math.max(0, ...powersKw.map(Number))
  const power = highest > 0 ? String(highest) : ''
  const tariffs = useQuery({ ...tariffsQuery(send, energy, power), enabled: energy === 'gas' || power !== '' })
  const isTariffOffered = tariffs.data?.some(({ id }) => id === tariffId) ?? false
  const products = useQuery({
    ...productsQuery(send, {
      energy,
      tariffId: tariffId ?? 0,
      powersKw,
      ...placeOf(draft, { energy, kind, supply }),
      hasSelfConsumption,
      promocode: codeFor(energy, { kind, promotion: draft.promotion }),
      yearKwh: toldKwh,
      yearSurplusKwh: hasSelfConsumption && energy === 'electricity' ? toldSurplusKwh : '',
    }),
    enabled: isTariffOffered,
    // The cards stay while the prices of another power are on their way.
    placeholderData: (before) => before,
  })

  const keepTariff = useEffectEvent((offered: readonly { id: number }[]) => {
    const kept = stillOffered(tariffId, offered, null) ?? (offered.length === 1 ? offered[0]!.id : null)
    if (kept !== tariffId) set(part, { tariffId: kept })
  })
  // A product that was chosen elsewhere is known by its id alone.
  const keepProduct = useEffectEvent((offered: readonly { id: number; name: string }[]) => {
    const kept = stillOffered(productId, offered, -1)
    const name = offered.find(({ id }) => id === kept)?.name ?? ''
    if (kept !== productId || name !== productName) set(part, { productId: kept, productName: name })
  })
  useEffect(() => {
    if (tariffs.data) keepTariff(tariffs.data)
  }, [tariffs.data])
  useEffect(() => {
    if (products.data && !products.isPlaceholderData) keepProduct(products.data)
  }, [products.data, products.isPlaceholderData])

  const isUnknownUse = products.data?.some(({ year, year_missing }) => !year && (year_missing ?? 'use') === 'use')
  return (
    <Group title={t('groups.product')}>
      {tariffs.data?.length === 0 && (
        <Banner tone="warning">
          {t.rich('tariffs.none', { phone: () => <a href={telAddress(phone_crm)}>{phone_crm}</a> })}
        </Banner>
      )}
      {tariffs.isError && <LoadFailure failure={tariffs.error} onRetry={() => void tariffs.refetch()} />}
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
          isJudgedWhileTyped
          error={yearKwh.trim() !== '' && wholeKwh(yearKwh, locale) === null ? t('fields.yearKwhInvalid') : undefined}
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
          isJudgedWhileTyped
          error={
            surplus.values.kwh.trim() !== '' && wholeKwh(surplus.values.kwh, locale) === null
              ? t('fields.yearKwhInvalid')
              : undefined
          }
          unit="kWh"
          value={surplus.values.kwh}
          onChange={({ target }) => surplus.change(() => ({ kwh: target.value }))}
        />
      )}
      {products.isLoading && <Skeleton kind="rows" count={3} />}
      {products.isError && <LoadFailure failure={products.error} onRetry={() => void products.refetch()} />}
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
    </Group>
  )
}
