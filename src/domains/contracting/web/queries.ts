import { queryOptions } from '@tanstack/react-query'
import type { OfferedProduct } from '#domains/offers/api.ts'
import type { Locale } from '#kit/locale.ts'
import type { Send } from '#kit/web/send.ts'
import type { GivenAgreements } from '../agreements.ts'
import type { KnownHolder, KnownSupply } from '../api.ts'
import type { Energy, RegisteredSupply } from './wizard-draft.ts'

// The calls with their schemas are fetched only when something is asked for.
const offers = () => import('#domains/offers/api.ts')
const register = () => import('#domains/supply-register/api.ts')

const lastingMs = 30 * 60_000
const lasting = { staleTime: lastingMs, gcTime: lastingMs }

/** What the register of supplies tells of a CUPS. */
export function supplyQuery(send: Send, energy: Energy, cups: string) {
  return queryOptions({
    queryKey: ['contracting', 'supply', energy, cups],
    queryFn: ({ signal }) => readSupplyOf(send, energy, cups, signal),
    ...lasting,
    retry: false,
  })
}

async function readSupplyOf(send: Send, energy: Energy, cups: string, signal: AbortSignal): Promise<RegisteredSupply> {
  const { readSupply, readGasSupply } = await register()
  const sent = { params: { cups }, signal }
  const electricity = energy === 'electricity' ? await send(readSupply, sent) : null
  const told = electricity ?? (await send(readGasSupply, sent))
  const { power_p1, power_p2, power_p3, power_p4, power_p5, power_p6 } = electricity ?? {}
  return {
    cups,
    isKnown: told.cups_data_availability.available,
    isAvailable: told.cups_availability.available,
    otherEnergy: told.other_energy ?? null,
    tariff: told.access_tariff,
    postcode: told.address.zipcode,
    powersKw: [power_p1, power_p2, power_p3, power_p4, power_p5, power_p6].map((kw) => kw ?? null),
    selfConsumptionCode: electricity?.selfcons ? electricity.autoconsumo_code : null,
  }
}

/** The retailers that a supply may come from. */
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

/** The economic activities, by their names in a language. */
export function activitiesQuery(send: Send, locale: Locale) {
  return queryOptions({
    queryKey: ['contracting', 'activities', locale],
    queryFn: async ({ signal }) => send((await offers()).listActivities, { query: { lang: locale }, signal }),
    ...lasting,
  })
}

/** The access tariffs that a supply may have: of electricity by its power in kW, of gas all. */
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

/** What prices are asked for. */
export type PriceQuestion = {
  energy: Energy
  tariffId: number
  /** Of each period, P1 first, null for those that are not typed yet; empty for gas. */
  powersKw: readonly (number | null)[]
  /** Empty while none is typed. */
  cups: string
  /** The postcode of the supply; empty while none is typed. */
  zip: string
  hasSelfConsumption: boolean
  promocode: string | null
  yearKwh: string
  /** What is fed into the grid in a year; empty while none is typed. */
  yearSurplusKwh: string
}

/** The products on offer for a supply, with what a year of each would cost. */
export function productsQuery(send: Send, question: PriceQuestion) {
  return queryOptions({
    queryKey: ['contracting', 'products', question],
    queryFn: async ({ signal }): Promise<OfferedProduct[]> => {
      const { listPrices, listGasPrices } = await offers()
      const { energy, tariffId, powersKw, cups, zip, hasSelfConsumption, promocode, yearKwh, yearSurplusKwh } = question
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
      return send(listPrices, { query: { ...shared, ...powersOf(powersKw), selfcons, ...surplus }, signal })
    },
    staleTime: lastingMs,
    retry: false,
  })
}

/** The powers by their names on the wire; a period of which nothing is typed has that of the one before. */
function powersOf(powersKw: readonly (number | null)[]) {
  const [power2, power3, power4, power5, power6] = powersKw.slice(1).map((kw) => (kw ? String(kw) : undefined))
  const others = Object.entries({ power2, power3, power4, power5, power6 }).filter(([, kw]) => kw !== undefined)
  return { power: String(powersKw[0] || Math.max(...powersKw.map(Number))), ...Object.fromEntries(others) }
}

/** To what of a new contract whoever is signed in has agreed before. */
export function agreementsQuery(send: Send) {
  return queryOptions({
    queryKey: ['contracting', 'agreements'],
    queryFn: async ({ signal }): Promise<GivenAgreements> => {
      const told = await send((await import('../api.ts')).readAgreements, { signal })
      return { conditions: told.accept_ov_conditions, privacy: told.accept_gdpr }
    },
    retry: false,
  })
}

/** For whom whoever is signed in may contract, with what is known of them. */
export function holdersQuery(send: Send) {
  return queryOptions({
    queryKey: ['contracting', 'holders'],
    queryFn: async ({ signal }): Promise<KnownHolder[]> =>
      (await send((await import('../api.ts')).readHolders, { signal })).items,
    retry: false,
  })
}

/** The own places for which a contract of an energy can be asked for. */
export function ownSuppliesQuery(send: Send, energy: Energy) {
  return queryOptions({
    queryKey: ['contracting', 'own-supplies', energy],
    queryFn: async ({ signal }): Promise<KnownSupply[]> =>
      (await send((await import('../api.ts')).readSupplies, { query: { energy }, signal })).items,
    retry: false,
  })
}

/** Whether an operator checks who the holder is and whether they pay, before there is a contract to sign. */
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

/** Whether a promotional code may be used, and which product it opens. */
export function codeQuery(send: Send, coupon: string) {
  return queryOptions({
    queryKey: ['contracting', 'code', coupon],
    queryFn: async ({ signal }) => send((await offers()).validateCoupon, { params: { coupon }, signal }),
    staleTime: lastingMs,
    retry: false,
  })
}
