import type { ContractsFileIn } from '#domains/contracts/server/import/contracts-file.ts'
import type { DemoCalendar } from '../calendar.ts'
import { createAnna } from './anna.ts'
import { createBiel } from './biel.ts'
import { distributors, products } from './catalogue.ts'
import { createCooperativa } from './cooperativa.ts'
import type { DemoHolder, DemoLogin, DemoSupply } from './demo-holder.ts'
import { createNuria } from './nuria.ts'
import { createTaller } from './taller.ts'

/** Returns the customers of the demo retailer. */
export function createDemoCustomers(calendar: DemoCalendar, cooperativaPoints: number): DemoHolder[] {
  return [
    createAnna(calendar),
    createBiel(calendar),
    createTaller(),
    createNuria(),
    createCooperativa(calendar, cooperativaPoints),
  ]
}

/** Returns the customers as a retailer's import file, in the format of docs/import-contracts.md. */
export function buildContractsFile(
  holders: readonly DemoHolder[],
  passwords: Record<DemoLogin, string>,
): ContractsFileIn {
  return {
    distributors,
    products,
    customers: holders.map(({ taxId, name, fiscalAddress, email, phone }) => ({
      taxId,
      name,
      fiscalAddress,
      email,
      phone,
    })),
    supplyPoints: holders.flatMap(({ supplies }) => supplies.map(supplyPointOf)),
    contracts: holders.flatMap((holder) => holder.supplies.map((supply) => contractOf(holder, supply))),
    users: holders.flatMap(({ login, email, userName: name, locale, taxId }) =>
      login === null
        ? []
        : { login, email, name, locale, customers: [taxId], password: passwords[login], mustChangePassword: false },
    ),
  }
}

function supplyPointOf({ cups, powerWatts, address, cadastralReference, distributor }: DemoSupply) {
  const energy = powerWatts.length > 0 ? ('electricity' as const) : ('gas' as const)
  return { cups, energy, ...address, cadastralReference: cadastralReference ?? null, distributor }
}

function contractOf({ taxId, iban }: DemoHolder, supply: DemoSupply) {
  const { contract, cups, state, signedOn, startsOn, endsOn, tariff, product, powerWatts, selfConsumption } = supply
  return {
    name: contract,
    customer: taxId,
    supplyPoint: cups,
    ...{ state, signedOn, startsOn, endsOn, tariff, product, powerWatts, selfConsumption },
    iban: supply.paysByTransfer ? null : iban,
    distributorReference: `D${contract}`,
    notification: supply.notification ?? null,
    ...(powerWatts.length > 0 ? {} : { pressure: '0,02 bar', flowRate: '6 m³/h' }),
  }
}
