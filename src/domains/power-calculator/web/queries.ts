import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { PowerAdvice, PowerLead } from '../api.ts'

// The calls with their schemas are loaded only on the first request, because the first page arrives with its replies.
const api = () => import('../api.ts')
const contracts = () => import('#domains/contracts/api.ts')

/** Everything about contracts is refetched once a change of one is signed. */
const contractsKey = ['contracts']

/** Queries the active electricity contracts, from which one is chosen for advice. */
export function suppliesQuery(send: Send) {
  return queryOptions({
    queryKey: [...contractsKey, 'with-power'],
    queryFn: async ({ signal }) => {
      const { electricity } = await send((await contracts()).listContractInfo, { signal })
      return electricity
        .filter(({ state }) => state === 'activa')
        .map(({ name, cups }) => ({ name, address: cups.full_address }))
    },
  })
}

/** Queries the advice on a contract's powers. */
export function adviceQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...contractsKey, 'power-advice', contractName],
    queryFn: async ({ signal }) => {
      return toAdviceModel(await send((await api()).readPowerAdvice, { params: { contractName }, signal }))
    },
  })
}

/** The advice on a contract's powers, in cents and watts. */
export type PowerAdviceModel = ReturnType<typeof toAdviceModel>

function toAdviceModel(advice: PowerAdvice) {
  return {
    ...advice,
    savingCents: toCents(advice.saving),
    rightsCents: toCents(advice.rights),
    periods: advice.periods.map(({ contracted, measured, advised, ...period }) => ({
      ...period,
      contractedWatts: toWatts(contracted)!,
      measuredWatts: toWatts(measured),
      advisedWatts: toWatts(advised),
    })),
  }
}

/** Sends a contact request about a calculated power. @throws Refused */
export async function sendPowerLeadForm(send: Send, lead: PowerLead) {
  await send((await api()).sendPowerLead, { body: lead })
}

function toWatts(kilowatts: number | null): number | null {
  return kilowatts === null ? null : Math.round(kilowatts * 1000)
}

function toCents(euros: number | null): number | null {
  return euros === null ? null : Math.round(euros * 100)
}
