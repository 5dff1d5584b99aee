import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { PowerLead } from '../api.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')
const contracts = () => import('#domains/contracts/api.ts')

/** Whatever is known of contracts is asked for anew once a change of one is signed. */
const contractsKey = ['contracts']

/** The contracts of electricity in force, by which one is chosen to be advised on. */
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

/** What was measured of a contract and what powers it should have. */
export function adviceQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...contractsKey, 'power-advice', contractName],
    queryFn: async ({ signal }) => {
      const advice = await send((await api()).readPowerAdvice, { params: { contractName }, signal })
      return {
        ...advice,
        savingCents: cents(advice.saving),
        rightsCents: cents(advice.rights),
        periods: advice.periods.map(({ contracted, measured, advised, ...period }) => ({
          ...period,
          contractedWatts: watts(contracted)!,
          measuredWatts: watts(measured),
          advisedWatts: watts(advised),
        })),
      }
    },
  })
}

/** Sends who would like to be called about the power that they calculated. @throws Refused */
export async function sendLead(send: Send, lead: PowerLead) {
  await send((await api()).sendPowerLead, { body: lead })
}

function watts(kilowatts: number | null): number | null {
  return kilowatts === null ? null : Math.round(kilowatts * 1000)
}

function cents(euros: number | null): number | null {
  return euros === null ? null : Math.round(euros * 100)
}
