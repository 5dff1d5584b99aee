import { queryOptions } from '@tanstack/react-query'
import type { LeadContact } from '#domains/leads/lead-contact.ts'
import type { Send } from '#kit/web/send.ts'
import { domesticPowerWatts } from '#vocabulary/access-tariffs.ts'
import type { Comparison, ElectricityInvoice, GasInvoice } from '../api.ts'

// The calls with their schemas are loaded only on the first request, because the first page arrives with its replies.
const api = () => import('../api.ts')
const offers = () => import('#domains/offers/api.ts')

export type Energy = 'electricity' | 'gas'

/** Queries the retailers that an invoice may come from. */
export function retailersQuery(send: Send, energy: Energy) {
  return queryOptions({
    queryKey: ['comparators', 'retailers', energy],
    queryFn: async ({ signal }): Promise<{ id: number; name: string }[]> => {
      const { listGasRetailers, listRetailers } = await offers()
      return send(energy === 'gas' ? listGasRetailers : listRetailers, { query: {}, signal })
    },
  })
}

/** Queries the access tariffs with offers; no other can be compared. */
export function tariffsQuery(send: Send, energy: Energy) {
  return queryOptions({
    queryKey: ['comparators', 'tariffs', energy],
    queryFn: async ({ signal }): Promise<{ id: number; name: string }[]> => {
      const { listGasTariffs, listTariffs } = await offers()
      if (energy === 'gas') return send(listGasTariffs, { signal })
      // One domestic power, and one above the domestic maximum.
      const powers = [domesticPowerWatts / 1_000, domesticPowerWatts / 1_000 + 1]
      const lists = powers.map((kw) => send(listTariffs, { query: { power: String(kw) }, signal }))
      return (await Promise.all(lists)).flat()
    },
  })
}

/** Compares an electricity invoice. @throws Refused */
export async function compareElectricityInvoice(send: Send, body: ElectricityInvoice): Promise<Comparison> {
  return send((await api()).compareElectricity, { body })
}

/** Compares a gas invoice. @throws Refused */
export async function compareGasInvoice(send: Send, body: GasInvoice): Promise<Comparison> {
  const reply = await send((await api()).compareGas, { body })
  if (!('operations' in reply)) throw new Error('A gas comparison returned the reply of a contact request.')
  return reply
}

export type ContactInput = {
  contact: LeadContact
  mode: 'auto' | 'manual'
  comparison: ElectricityInvoice | GasInvoice | null
  /** The supply, if nothing was compared. */
  cups?: string
}

/** Sends a contact request. @throws Refused */
export async function sendContact(send: Send, energy: Energy, { contact, mode, comparison, cups }: ContactInput) {
  const { compareGas, sendElectricityContact } = await api()
  const { consent } = contact
  const body = {
    ...contact,
    mode,
    cups: comparison?.cups ?? cups,
    comparison: comparison && { ...comparison, consent },
  }
  if (energy === 'gas') await send(compareGas, { body: { ...body, comparison: body.comparison as GasInvoice | null } })
  else
    await send(sendElectricityContact, { body: { ...body, comparison: body.comparison as ElectricityInvoice | null } })
}

/** What the supply register contains about a supply, as far as the form needs it. */
export type SupplyLookUp = { tariffId: number | null; postcode: string | null; kw: (number | null)[] }

/** Looks up a supply. Returns null if nothing is known of it. @throws Refused */
export async function lookUpSupply(send: Send, energy: Energy, cups: string): Promise<SupplyLookUp | null> {
  const { readGasSupply, readSupply } = await import('#domains/supply-register/api.ts')
  const params = { cups }
  if (energy === 'gas') {
    const supply = await send(readGasSupply, { params })
    return isKnown(supply) ? { ...parseSupply(supply), kw: [] } : null
  }
  const supply = await send(readSupply, { params, query: {} })
  return isKnown(supply) ? { ...parseSupply(supply), kw: powersOf(supply) } : null
}

type Supply = {
  cups_data_availability: { available: boolean }
  access_tariff: { id: number } | null
  address: { zipcode: string | null }
}

function isKnown({ cups_data_availability: { available } }: Supply): boolean {
  return available
}

function parseSupply({ access_tariff, address }: Supply) {
  return { tariffId: access_tariff?.id ?? null, postcode: address.zipcode }
}

type Powers = Record<`power_p${1 | 2 | 3 | 4 | 5 | 6}`, number | null>

function powersOf({ power_p1, power_p2, power_p3, power_p4, power_p5, power_p6 }: Powers) {
  return [power_p1, power_p2, power_p3, power_p4, power_p5, power_p6]
}

/** Compares the last measured year of a contract. @throws Refused */
export async function readOwnYear(send: Send, contractName: string) {
  return send((await api()).compareOwnYear, { params: { contractName } })
}
