import type { Database } from '#db/database.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
import { type AccessTariff, electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import { readGasSupply, readSupply } from '../api.ts'
import { countLookUp } from './count-look-up.ts'
import { type Contractability, findContractability, type RegisteredSupply } from './register-store.ts'

type SupplyRegisterRouteDeps = { serve: Serve; db: Database; clock: () => Date }

/** Registers the calls for the market's register data of supply points that are not, or not yet, the retailer's. */
export function supplyRegisterRoutes({ serve, db, clock }: SupplyRegisterRouteDeps) {
  serve(readSupply, async ({ params, request }, refuse) => {
    const contractability = await lookUp({ cups: params.cups, energy: 'electricity', network: request.ip }, refuse)
    const { supply } = contractability
    const codes = supply?.selfConsumptionCode ?? withoutSelfConsumption
    return {
      ...presentSupply(contractability, electricityAccessTariffs),
      power_p1: kw(supply, 0),
      power_p2: kw(supply, 1),
      power_p3: kw(supply, 2),
      power_p4: kw(supply, 3),
      power_p5: kw(supply, 4),
      power_p6: kw(supply, 5),
      selfcons: codes !== withoutSelfConsumption,
      autoconsumo_code: codes,
    }
  })

  serve(readGasSupply, async ({ params, request }, refuse) =>
    presentSupply(await lookUp({ cups: params.cups, energy: 'gas', network: request.ip }, refuse), gasAccessTariffs),
  )

  async function lookUp(
    input: { cups: string; energy: 'electricity' | 'gas'; network: string },
    refuse: Refuse<typeof readSupply> & Refuse<typeof readGasSupply>,
  ): Promise<Contractability> {
    const cups = parseCups(input.cups)
    if (!cups) throw refuse('cups_invalid')
    const key = cups20(cups)
    const retryAfterSeconds = await countLookUp(db, { cups20: key, network: input.network, now: clock() })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    return findContractability(db, { cups20: key, energy: input.energy })
  }
}

function presentSupply({ supply, isFree, otherEnergy }: Contractability, tariffs: readonly AccessTariff[]) {
  const tariff = tariffs.find(({ code }) => code === supply?.tariffCode)
  return {
    cups_data_availability: { available: supply !== undefined },
    cups_availability: { available: isFree },
    ...(otherEnergy !== null && { other_energy: otherEnergy }),
    access_tariff: tariff ? { id: tariff.id, name: tariff.name } : null,
    address: { zipcode: supply?.postcode ?? null },
  }
}

function kw(supply: RegisteredSupply | undefined, index: number): number | null {
  return supply ? Number(kwFromWatts(supply.powerWatts[index] ?? 0)) : null
}
