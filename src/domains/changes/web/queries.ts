import { queryOptions } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { maskedIban } from '#vocabulary/iban.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'
import type { HighestPower } from '../highest-powers.ts'
import { type ReadChange, readChange } from './read-change.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

/** Whatever is known of contracts is asked for anew once one of them has changed, or a change of it was signed. */
export const contractsKey = ['contracts']

/** What was asked to be changed of a contract, the newest first; nothing from a server that does not tell. */
export function changesQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...contractsKey, 'changes', contractName],
    queryFn: async ({ signal }): Promise<ReadChange[]> => {
      try {
        const { items } = await send((await api()).listChanges, { params: { contractName }, signal })
        return items.map(readChange)
      } catch (failure) {
        if (isRefused(failure) && failure.status === 404) return []
        throw failure
      }
    },
  })
}

/** What a change of power costs today. */
export function powerTermsQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...contractsKey, 'power-terms', contractName],
    queryFn: async ({ signal }) => {
      const terms = await send((await api()).readPowerTerms, { params: { contractName }, signal })
      return {
        heldWatts: Math.round(terms.held_power * 1000),
        highest: terms.highest_power.map(
          ({ period, power, minutes, date: day }): HighestPower => ({
            place: Number(period.slice(1)) - 1,
            watts: Math.round(power * 1000),
            minutes,
            day,
          }),
        ),
        charges: {
          hookUpEur: String(terms.connection_right),
          accessEurPerKw: String(terms.access_right),
          extensionEurPerKw: String(terms.extension_right),
          electricityTaxPercent: terms.electricity_tax === null ? null : String(terms.electricity_tax),
          tax: terms.tax === null ? null : { kind: terms.tax_kind, percent: String(terms.tax) },
        },
        otherTariff: terms.other_tariff && {
          name: terms.other_tariff.name,
          eurPerKwYear: terms.other_tariff.power.map(String),
          eurPerKwh: terms.other_tariff.energy.map(String),
        },
        powerPrices: terms.power_prices
          ? {
              eurPerKwYear: terms.power_prices.power.map(String),
              discountPercent: terms.power_prices.discount === null ? null : String(terms.power_prices.discount),
            }
          : null,
      }
    },
  })
}

/** The accounts that the customer has used, as they are recognised. */
export function accountsQuery(send: Send) {
  return queryOptions({
    queryKey: [...contractsKey, 'accounts'],
    queryFn: async ({ signal }) => {
      const { items } = await send((await api()).listAccounts, { signal })
      return items.map(({ id, printable_iban }) => ({ id, masked: maskedIban(compactIdentifier(printable_iban)) }))
    },
  })
}
