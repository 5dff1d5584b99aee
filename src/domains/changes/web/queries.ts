import { queryOptions } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'
import type { HighestPower } from '../measured-power.ts'
import { type ChangeSummary, toChangeSummary } from './change-summary.ts'

// The calls with their schemas are loaded on demand; the first page includes its data.
const api = () => import('../api.ts')

/** Everything cached about contracts is refetched once a contract has changed or a change of it was signed. */
export const contractsKey = ['contracts']

/** Returns the requested changes of a contract, newest first; empty for a server that does not report them. */
export function changesQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...contractsKey, 'changes', contractName],
    queryFn: async ({ signal }): Promise<ChangeSummary[]> => {
      try {
        const { items } = await send((await api()).listChanges, { params: { contractName }, signal })
        return items.map(toChangeSummary)
      } catch (failure) {
        if (isRefused(failure) && failure.status === 404) return []
        throw failure
      }
    },
  })
}

/** Returns the current cost of a power change. */
export function powerTermsQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...contractsKey, 'power-terms', contractName],
    queryFn: async ({ signal }) => {
      const terms = await send((await api()).readPowerTerms, { params: { contractName }, signal })
      return {
        extensionRightWatts:
          terms.highest_allowed_power == null ? null : Math.round(terms.highest_allowed_power * 1000),
        earlyUntil: terms.early_until ?? null,
        previousPeakWatts: Math.round(Math.max(terms.held_power, terms.highest_allowed_power ?? 0) * 1000),
        highest: terms.highest_power.map(
          ({ period, power, minutes, date: day }): HighestPower => ({
            periodIndex: Number(period.slice(1)) - 1,
            watts: Math.round(power * 1000),
            minutes,
            day,
          }),
        ),
        charges: {
          hookUpEur: String(terms.connection_right),
          accessEurPerKw: String(terms.access_right),
          extensionEurPerKw: String(terms.extension_right),
          verificationEur: terms.verification_right == null ? null : String(terms.verification_right),
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

/** Returns the accounts that the customer has used, masked. */
export function accountsQuery(send: Send) {
  return queryOptions({
    queryKey: [...contractsKey, 'accounts'],
    queryFn: async ({ signal }) => {
      const { items } = await send((await api()).listAccounts, { signal })
      return items.map(({ id, printable_iban }) => ({ id, masked: maskIban(compactIdentifier(printable_iban)) }))
    },
  })
}
