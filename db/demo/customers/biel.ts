import { makeCups } from '#vocabulary/cups.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import type { DemoCalendar } from '../calendar.ts'
import { ibanOf, nifOf } from '../identifiers.ts'
import { createHeatPumpLoad, createHouseholdLoad } from '../loads/homes.ts'
import { sumLoads } from '../loads/load-profile.ts'
import { createPanelOutput } from '../loads/panels.ts'
import { type DemoHolder, defaultSupply } from './demo-holder.ts'

/**
 * Two houses with panels that fill a solar wallet, a flat without panels that has a share of it, some debt, and a
 * parking space whose contract awaits signature.
 */
export function createBiel({ firstDay }: DemoCalendar): DemoHolder {
  const fiscalAddress = 'Passeig de Mossèn Constans, 12 - 17820 Banyoles'
  return {
    login: 'biel',
    locale: 'ca',
    userName: 'Biel Sureda',
    taxId: nifOf(99100733),
    name: 'Biel Sureda Pagès',
    fiscalAddress,
    email: 'biel@demo-energia.example',
    phone: '+34600000202',
    iban: ibanOf(1_002),
    multipoint: null,
    wallets: createSolarWallets(firstDay),
    documents: [
      { contract: '0049077', kind: 'contract', createdOn: '2020-08-20' },
      { contract: '0049077', kind: 'selfConsumption', createdOn: '2020-09-03' },
      { contract: '0049078', kind: 'selfConsumption', createdOn: '2020-11-16' },
    ],
    supplies: [...createHouses(), createFlat(), createParkingSpace()],
  }
}

function createSolarWallets(firstDay: MarketDay): DemoHolder['wallets'] {
  return [
    {
      name: 'Moneder solar',
      links: [
        { contract: '0049077', percentage: 30, startsOn: '2022-05-01', endsOn: null, isOrigin: true },
        { contract: '0049078', percentage: 20, startsOn: '2022-05-01', endsOn: null, isOrigin: true },
        { contract: '0051366', percentage: 15, startsOn: '2023-02-01', endsOn: null, isOrigin: false },
      ],
    },
    {
      name: 'Moneder solar de l’Escala',
      links: [
        {
          contract: '0049078',
          percentage: 100,
          startsOn: '2020-12-01',
          endsOn: addMonths(firstDay, -1),
          isOrigin: false,
        },
      ],
    },
  ]
}

/** The houses whose panels fill the wallets. */
function createHouses(): DemoHolder['supplies'] {
  return [
    {
      ...defaultSupply,
      contract: '0049077',
      cups: 'ES0189990000000002YH0F',
      distributor: '0189',
      address: { street: 'Passeig de Mossèn Constans, 12', postcode: '17820', city: 'Banyoles', provinceCode: '17' },
      cadastralReference: '9900012DG9999N0001ST',
      signedOn: '2020-08-20',
      startsOn: '2020-09-01',
      tariff: '2.0TD',
      product: 'SOLAR',
      powerWatts: [5750, 5750],
      selfConsumption: '41',
      meter: {
        kind: 'curve',
        load: sumLoads(createHouseholdLoad(340), createHeatPumpLoad(55)),
        panels: createPanelOutput(2_800),
        format: 'A5D',
        stepMinutes: 60,
      },
      scenarios: { 1: 'unpaid', 3: 'partlyPaid' },
    },
    {
      ...defaultSupply,
      contract: '0049078',
      cups: 'ES0189990000000003YL0F',
      distributor: '0189',
      address: { street: 'Carrer de la Torre, 7', postcode: '17130', city: 'L’Escala', provinceCode: '17' },
      cadastralReference: '9900007EG0999S0001JP',
      signedOn: '2020-11-16',
      startsOn: '2020-12-01',
      tariff: '2.0TD',
      product: 'SOLAR',
      powerWatts: [3450, 3450],
      selfConsumption: '41',
      meter: {
        kind: 'curve',
        load: createHouseholdLoad(100),
        panels: createPanelOutput(3_600),
        format: 'A5D',
        stepMinutes: 15,
      },
    },
  ]
}

function createFlat(): DemoHolder['supplies'][number] {
  return {
    ...defaultSupply,
    contract: '0051366',
    cups: makeCups('0189', '990000000204', '0F'),
    distributor: '0189',
    address: {
      street: 'Carrer de Sant Martirià, 9, 2n 1a',
      postcode: '17820',
      city: 'Banyoles',
      provinceCode: '17',
    },
    signedOn: '2023-01-16',
    startsOn: '2023-02-01',
    tariff: '2.0TD',
    product: 'CLARA',
    powerWatts: [3450, 3450],
    meter: {
      kind: 'curve',
      load: createHouseholdLoad(110),
      format: 'F5D',
      stepMinutes: 60,
      lateCorrection: { fromHour: 18, toHour: 21, addedWh: 1_400 },
    },
  }
}

function createParkingSpace(): DemoHolder['supplies'][number] {
  return {
    ...defaultSupply,
    contract: '0053120',
    cups: makeCups('0031', '990000000202', '0F'),
    distributor: '0031',
    address: {
      street: 'Plaça del Turers, 3, pàrquing 18',
      postcode: '17820',
      city: 'Banyoles',
      provinceCode: '17',
    },
    state: 'esborrany',
    signedOn: null,
    startsOn: null,
    tariff: '2.0TD',
    product: 'CLARA',
    powerWatts: [3680, 3680],
    meter: { kind: 'none' },
  }
}
