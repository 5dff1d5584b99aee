import { queryOptions } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import type { ContractAlerts } from '../api.ts'
import type { AlertChoice } from '../rules.ts'

// The calls with their schemas are loaded on demand: the first page includes its data.
const api = () => import('../api.ts')

/** Queries the alerts of the user's contracts, or those of one contract by its id. */
export function consumptionAlertsQuery(send: Send, contract: string | undefined) {
  return queryOptions({
    queryKey: ['consumption-alerts', contract ?? null],
    queryFn: async ({ signal }) => {
      const { listConsumptionAlerts } = await api()
      const query = contract === undefined ? {} : { contract }
      const { items, n_contracts: total } = await send(listConsumptionAlerts, { query, signal })
      return { contracts: items, total }
    },
  })
}

/** Turns the alerts of a contract on and off. @throws Refused */
export async function saveAlerts(
  send: Send,
  { contract_id: id, version }: Pick<ContractAlerts, 'contract_id' | 'version'>,
  choice: AlertChoice,
): Promise<ContractAlerts> {
  const { chooseConsumptionAlerts } = await api()
  return send(chooseConsumptionAlerts, { params: { id: String(id) }, body: { ...choice, version } })
}

/** Queries the alert that a link turns off; null if the link is not valid. */
export function linkedAlertQuery(send: Send, token: string) {
  return queryOptions({
    queryKey: ['consumption-alerts', 'linked', token],
    queryFn: async ({ signal }) => {
      const { readLinkedAlert } = await api()
      try {
        return token ? await send(readLinkedAlert, { params: { token }, signal }) : null
      } catch (thrown) {
        if (isRefused(thrown) && thrown.code === 'not_found') return null
        throw thrown
      }
    },
  })
}
