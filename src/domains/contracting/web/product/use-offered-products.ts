import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocale } from 'use-intl'
import { useDebouncedValue } from '#domains/correspondence/web/use-debounced-value.ts'
import { useSend } from '#kit/web/portal.ts'
import { keepIfOffered } from '../../contract-rules.ts'
import { type Energy, promoCodeFor, type RegisteredSupply } from '../draft/wizard-draft.ts'
import { type PriceQuery, productsQuery, tariffsQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'
import { parseWholeKwh, priceLocationOf } from './price-query.ts'

/** The debounce delay before prices for another consumption are requested. */
const pauseMs = 700

/** The supply whose tariffs and products are requested. */
export type OfferedProductsQuery = {
  part: 'contract' | 'gas'
  energy: Energy
  /** The power of each period, once typing has paused; empty for gas. */
  powersKw: readonly (number | null)[]
  supply: RegisteredSupply | null
  hasSelfConsumption: boolean
  /** The typed yearly surplus energy of solar panels. */
  surplusKwh: string
}

/** Requests the access tariffs and the products of a supply. A choice that is no longer offered is cleared. */
export function useOfferedProducts(
  { draft, set, kind }: Wizard,
  { part, energy, powersKw, supply, hasSelfConsumption, surplusKwh }: OfferedProductsQuery,
) {
  const send = useSend()
  const locale = useLocale()
  const { tariffId, productId, productName, yearKwh } = draft[part]
  const settledKwh = useDebouncedValue(parseWholeKwh(yearKwh, locale) ?? '', pauseMs)
  const settledSurplusKwh = useDebouncedValue(parseWholeKwh(surplusKwh, locale) ?? '', pauseMs)
  const highest = Math.max(0, ...powersKw.map(Number))
  const power = highest > 0 ? String(highest) : ''
  const tariffs = useQuery({ ...tariffsQuery(send, energy, power), enabled: energy === 'gas' || power !== '' })
  const isTariffOffered = tariffs.data?.some(({ id }) => id === tariffId) ?? false
  const priceQuery: PriceQuery = {
    energy,
    tariffId: tariffId ?? 0,
    powersKw,
    ...priceLocationOf(draft, { energy, kind, supply }),
    hasSelfConsumption,
    promocode: promoCodeFor(energy, { kind, promotion: draft.promotion }),
    yearKwh: settledKwh,
    yearSurplusKwh: hasSelfConsumption && energy === 'electricity' ? settledSurplusKwh : '',
  }
  const products = useQuery({
    ...productsQuery(send, priceQuery),
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

  return { tariffs, products, priceQuery, isTariffOffered, isPowerKnown: power !== '' }
}
