import { queryOptions } from '@tanstack/react-query'
import type { OfferedProduct } from '#domains/offers/api.ts'
import type { Send } from '#kit/web/send.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { KnownAgreements } from '../agreements.ts'
import type { KnownHolder, KnownSupply } from '../api.ts'
import type { Energy, RegisteredSupply } from './draft/wizard-draft.ts'

// The calls with their schemas are loaded on demand.
const offers = () => import('#domains/offers/api.ts')
const register = () => import('#domains/supply-register/api.ts')

const lastingMs = 30 * 60_000
const lasting = { staleTime: lastingMs, gcTime: lastingMs }

/** Returns the data of a CUPS in the supply register. */
export function supplyQuery(send: Send, energy: Energy, cups: string) {
  return queryOptions({
    queryKey: ['contracting', 'supply', energy, cups],
    queryFn: ({ signal }) => fetchSupply(send, energy, cups, signal),
    ...lasting,
    retry: false,
  })
}

async function fetchSupply(send: Send, energy: Energy, cups: string, signal: AbortSignal): Promise<RegisteredSupply> {
  const { readSupply, readGasSupply } = await register()
  const sent = { params: { cups }, signal }
  const electricity = energy === 'electricity' ? await send(readSupply, sent) : null
  const reply = electricity ?? (await send(readGasSupply, sent))
  const { power_p1, power_p2, power_p3, power_p4, power_p5, power_p6 } = electricity ?? {}
  return {
    cups,
    isKnown: reply.cups_data_availability.available,
    isAvailable: reply.cups_availability.available,
    otherEnergy: reply.other_energy ?? null,
    tariff: reply.access_tariff,
    postcode: reply.address.zipcode,
    powersKw: [power_p1, power_p2, power_p3, power_p4, power_p5, power_p6].map((kw) => kw ?? null),
    selfConsumptionCode: electricity?.selfcons ? electricity.autoconsumo_code : null,
  }
}

/** Returns the retailers that a supply may come from. */
export function retailersQuery(send: Send, energy: Energy) {
  return queryOptions({
    queryKey: ['contracting', 'retailers', energy],
    queryFn: async ({ signal }) => {
      const { listRetailers, listGasRetailers } = await offers()
      return send(energy === 'gas' ? listGasRetailers : listRetailers, { signal })
    },
    ...lasting,
  })
}

/** Returns the economic activities, named in a language. */
export function activitiesQuery(send: Send, locale: Locale) {
  return queryOptions({
    queryKey: ['contracting', 'activities', locale],
    queryFn: async ({ signal }) => send((await offers()).listActivities, { query: { lang: locale }, signal }),
    ...lasting,
  })
}

/** Returns the access tariffs available to a supply: for electricity by its power in kW, for gas all. */
export function tariffsQuery(send: Send, energy: Energy, power: string) {
  return queryOptions({
    queryKey: ['contracting', 'tariffs', energy, power],
    queryFn: async ({ signal }) => {
      const { listTariffs, listGasTariffs } = await offers()
      return energy === 'gas' ? send(listGasTariffs, { signal }) : send(listTariffs, { query: { power }, signal })
    },
    ...lasting,
  })
}

/** The parameters of a price query. */
export type PriceQuery = {
  energy: Energy
  tariffId: number
  /** The power of each period, P1 first, null for those not typed yet; empty for gas. */
  powersKw: readonly (number | null)[]
  /** Empty while none is typed. */
  cups: string
  /** The postcode of the supply; empty while none is typed. */
  zip: string
  hasSelfConsumption: boolean
  promocode: string | null
  yearKwh: string
  /** The yearly energy fed into the grid; empty while none is typed. */
  yearSurplusKwh: string
}

/** Returns the products on offer for a supply, with the yearly cost of each. */
export function productsQuery(send: Send, priceQuery: PriceQuery) {
  return queryOptions({
    queryKey: ['contracting', 'products', priceQuery],
    queryFn: async ({ signal }): Promise<OfferedProduct[]> => {
      const { listPrices, listGasPrices } = await offers()
      const { energy, tariffId, powersKw, cups, zip, hasSelfConsumption, promocode, yearKwh, yearSurplusKwh } =
        priceQuery
      const shared = {
        atr: String(tariffId),
        ...(cups && { cups }),
        ...(zip && { zip }),
        ...(promocode && { promocode }),
        ...(yearKwh && { year_kwh: yearKwh }),
      }
      if (energy === 'gas') return send(listGasPrices, { query: shared, signal })
      const selfcons = hasSelfConsumption ? '1' : '0'
      const surplus = hasSelfConsumption && yearSurplusKwh ? { year_surplus_kwh: yearSurplusKwh } : {}
      return send(listPrices, { query: { ...shared, ...powerQueryOf(powersKw), selfcons, ...surplus }, signal })
    },
    staleTime: lastingMs,
    retry: false,
  })
}

/** Returns the estimated bill of the last month with a product that follows the market. */
export function dynamicMonthQuery(send: Send, productId: number, priceQuery: PriceQuery) {
  return queryOptions({
    queryKey: ['contracting', 'dynamic-month', productId, priceQuery],
    queryFn: async ({ signal }) => {
      const { tariffId, powersKw, cups, zip, promocode, yearKwh } = priceQuery
      const query = {
        atr: String(tariffId),
        ...powerQueryOf(powersKw),
        ...(cups && { cups }),
        ...(zip && { zip }),
        ...(promocode && { promocode }),
        ...(yearKwh && { year_kwh: yearKwh }),
      }
      return send((await offers()).readDynamicMonth, { params: { productId: String(productId) }, query, signal })
    },
    staleTime: lastingMs,
    retry: false,
  })
}

/** Returns the powers by their API names. A period without input takes the power of the one before. */
function powerQueryOf(powersKw: readonly (number | null)[]) {
  const [power2, power3, power4, power5, power6] = powersKw.slice(1).map((kw) => (kw ? String(kw) : undefined))
  const others = Object.entries({ power2, power3, power4, power5, power6 }).filter(([, kw]) => kw !== undefined)
  return { power: String(powersKw[0] || Math.max(...powersKw.map(Number))), ...Object.fromEntries(others) }
}

/** Returns which agreements of a new contract the signed-in user has given before. */
export function agreementsQuery(send: Send) {
  return queryOptions({
    queryKey: ['contracting', 'agreements'],
    queryFn: async ({ signal }): Promise<KnownAgreements> => {
      const reply = await send((await import('../api.ts')).readAgreements, { signal })
      return { conditions: reply.accept_ov_conditions, privacy: reply.accept_gdpr }
    },
    retry: false,
  })
}

/** Returns the holders for whom the signed-in user can contract, with their data on file. */
export function holdersQuery(send: Send) {
  return queryOptions({
    queryKey: ['contracting', 'holders'],
    queryFn: async ({ signal }): Promise<KnownHolder[]> =>
      (await send((await import('../api.ts')).readHolders, { signal })).items,
    retry: false,
  })
}

/** Returns the user's own supply points for which a contract of an energy can be requested. */
export function ownSuppliesQuery(send: Send, energy: Energy) {
  return queryOptions({
    queryKey: ['contracting', 'own-supplies', energy],
    queryFn: async ({ signal }): Promise<KnownSupply[]> =>
      (await send((await import('../api.ts')).readSupplies, { query: { energy }, signal })).items,
    retry: false,
  })
}

/** Returns whether an operator checks the holder's identity and solvency before there is a contract to sign. */
export function checksByPersonQuery(send: Send) {
  return queryOptions({
    queryKey: ['contracting', 'checks-by-person'],
    queryFn: async ({ signal }) => {
      const { checks_by_person = false } = await send((await import('../api.ts')).readContracting, { signal })
      return checks_by_person
    },
    ...lasting,
    retry: false,
  })
}

/** Returns whether a promotional code can be used, and which product it opens. */
export function promoCodeQuery(send: Send, coupon: string) {
  return queryOptions({
    queryKey: ['contracting', 'code', coupon],
    queryFn: async ({ signal }) => send((await offers()).validateCoupon, { params: { coupon }, signal }),
    staleTime: lastingMs,
    retry: false,
  })
}
