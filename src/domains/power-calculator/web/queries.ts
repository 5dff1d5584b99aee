import { queryOptions } from '@tanstack/react-query'
import { listContractInfo } from '#domains/contracts/api.ts'
import type { Send } from '#kit/web/send.ts'
import { readPowerAdvice } from '../api.ts'

/** Whatever is known of contracts is asked for anew once a change of one is signed. */
const contractsKey = ['contracts']

/** The contracts of electricity in force, by which one is chosen to be advised on. */
export function suppliesQuery(send: Send) {
  return queryOptions({
    queryKey: [...contractsKey, 'with-power'],
    queryFn: async ({ signal }) => {
      const { electricity } = await send(listContractInfo, { signal })
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
      const advice = await send(readPowerAdvice, { params: { contractName }, signal })
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

function watts(kilowatts: number | null): number | null {
  return kilowatts === null ? null : Math.round(kilowatts * 1000)
}

function cents(euros: number | null): number | null {
  return euros === null ? null : Math.round(euros * 100)
}
