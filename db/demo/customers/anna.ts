import { makeCups } from '#vocabulary/cups.ts'
import { addDays, addMonths, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { DemoCalendar } from '../calendar.ts'
import { ibanOf, nifOf } from '../identifiers.ts'
import { createHeatPumpLoad, createHouseholdLoad } from '../loads/homes.ts'
import { sumLoads } from '../loads/load-profile.ts'
import { type DemoHolder, defaultSupply } from './demo-holder.ts'

/** At most this many: there may be fewer bills. */
const monthsSinceMove = 5

/** A household: a flat in Vic with electricity and gas, and a flat in Barcelona that it left some months ago. */
export function createAnna({ lastDay, months }: DemoCalendar): DemoHolder {
  const newest = months.at(-1)!
  const movedOut = lastOfMonth(addMonths(newest.lastDay, -Math.min(monthsSinceMove, months.length - 1)))
  return {
    login: 'anna',
    locale: 'es',
    userName: 'Anna Puigdomènech',
    taxId: nifOf(99100214),
    name: 'Anna Puigdomènech Serra',
    fiscalAddress: 'Carrer de Gurb, 41, 2n 1a - 08500 Vic',
    email: 'anna@demo-energia.example',
    phone: '+34600000101',
    iban: ibanOf(1_001),
    multipoint: null,
    wallets: [],
    documents: [
      { contract: '0048213', kind: 'contract', createdOn: '2020-02-18' },
      { contract: '0048213', kind: 'holderChange', createdOn: '2020-02-18' },
    ],
    supplies: [createHome(lastDay), createFormerHome(movedOut), createHomeGas()],
  }
}

function createHome(lastDay: MarketDay): DemoHolder['supplies'][number] {
  return {
    ...defaultSupply,
    contract: '0048213',
    cups: 'ES0237990000000001CC0F',
    distributor: '0237',
    address: { street: 'Carrer de Gurb, 41, 2n 1a', postcode: '08500', city: 'Vic', provinceCode: '08' },
    cadastralReference: '9900041DG3499S0004AA',
    signedOn: '2020-02-18',
    startsOn: '2020-03-01',
    tariff: '2.0TD',
    product: 'CLARA',
    powerWatts: [4600, 4600],
    meter: {
      kind: 'curve',
      load: sumLoads(createHouseholdLoad(225), createHeatPumpLoad(22)),
      format: 'F5D',
      stepMinutes: 60,
      gap: { day: addDays(lastDay, -2), fromHour: 9, toHour: 14 },
    },
    scenarios: { 1: 'unpaid', 4: 'paidAfterReturn', 13: 'paidAfterReturn' },
  }
}

function createFormerHome(movedOut: MarketDay): DemoHolder['supplies'][number] {
  return {
    ...defaultSupply,
    contract: '0031172',
    cups: 'ES0031990000000071GB0F',
    distributor: '0031',
    address: { street: 'Carrer de Provença, 214, 3r 2a', postcode: '08036', city: 'Barcelona', provinceCode: '08' },
    notification: {
      name: 'Anna Puigdomènech Serra',
      address: 'Carrer de Provença, 214, 3r 2a - 08036 Barcelona',
      email: 'anna@demo-energia.example',
      phone: null,
    },
    state: 'baixa',
    signedOn: '2018-09-24',
    startsOn: '2018-10-01',
    endsOn: movedOut,
    tariff: '2.0TD',
    product: 'CLARA',
    powerWatts: [3450, 3450],
    meter: { kind: 'curve', load: createHouseholdLoad(150), format: 'datadis', stepMinutes: 60 },
  }
}

function createHomeGas(): DemoHolder['supplies'][number] {
  return {
    ...defaultSupply,
    contract: '0048214',
    cups: makeCups('0217', '990000000101'),
    distributor: '0217',
    address: { street: 'Carrer de Gurb, 41, 2n 1a', postcode: '08500', city: 'Vic', provinceCode: '08' },
    signedOn: '2020-02-18',
    startsOn: '2020-03-01',
    tariff: 'RL.2',
    product: 'GAS CLAR',
    powerWatts: [],
    meter: { kind: 'gas', dailyWh: ({ meanC }) => Math.round(4_500 + 3_300 * Math.max(0, 15.5 - meanC)) },
    scenarios: { 2: 'paidWithoutTransaction' },
  }
}
