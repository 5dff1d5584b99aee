import { makeCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { DemoCalendar } from '../calendar.ts'
import { cifOf } from '../identifiers.ts'
import {
  createColdStoreLoad,
  createIrrigationLoad,
  createOfficeLoad,
  createShopLoad,
  createStreetLightingLoad,
} from '../loads/businesses.ts'
import { createHouseholdLoad } from '../loads/homes.ts'
import type { LoadProfile } from '../loads/load-profile.ts'
import { createRandom, type Random } from '../random.ts'
import { type DemoHolder, type DemoSupply, defaultSupply } from './demo-holder.ts'
import { villages } from './villages.ts'

/** The number of supply points with which the cooperative started; they have curves of all days. */
const firstPointCount = 20
/**
 * The number of newest bills that cover all supply points: the others joined once the first ones had proved a success.
 */
const billCountForAllPoints = 12

/** A farmers' cooperative with this number of supply points on one invoice. */
export function createCooperativa(calendar: DemoCalendar, pointCount: number): DemoHolder {
  const { months } = calendar
  const joinedOn = months.at(-Math.min(billCountForAllPoints, months.length))!.firstDay
  return {
    login: 'cooperativa',
    locale: 'ca',
    userName: 'Ramon Vilaplana',
    taxId: cifOf('F', '0000125'),
    name: 'Cooperativa Terres de Ponent, SCCL',
    fiscalAddress: 'Avinguda de Jaume I, 30 - 25230 Mollerussa',
    email: 'cooperativa@demo-energia.example',
    phone: '+34600000404',
    iban: null,
    multipoint: { scenarios: { 3: 'paidWithoutTransaction' } },
    wallets: [],
    documents: [],
    supplies: Array.from({ length: pointCount }, (_, index) =>
      index === 0 ? createFirstColdStore() : createSupplyPoint(index, joinedOn),
    ),
  }
}

function createFirstColdStore(): DemoSupply {
  return {
    ...defaultSupply,
    contract: '0060001',
    cups: 'ES0031990000000005RZ2P',
    distributor: '0031',
    address: { street: 'Avinguda de Jaume I, 30', postcode: '25230', city: 'Mollerussa', provinceCode: '25' },
    signedOn: '2018-11-05',
    startsOn: '2018-12-01',
    tariff: '3.0TD',
    product: 'COOPERATIVA',
    powerWatts: [35_000, 35_000, 38_000, 38_000, 38_000, 40_000],
    rental: 'owned',
    meter: { kind: 'curve', load: createColdStoreLoad(26_000), format: 'P1D', stepMinutes: 60 },
  }
}

function createSupplyPoint(index: number, joinedOn: MarketDay): DemoSupply {
  const isFirst = index < firstPointCount
  const random = createRandom('cooperativa', index)
  const village = villages[index % villages.length]!
  const use = uses[usePattern[index % usePattern.length]!](random)
  const isQuarterHourly = isFirst && index % 6 === 3
  const startsOn = isFirst ? '2019-06-01' : joinedOn
  return {
    ...defaultSupply,
    contract: String(60_001 + index).padStart(7, '0'),
    cups: makeCups('0031', `${village.isIsland ? '59' : '99'}0006${String(index).padStart(6, '0')}`, '0F'),
    distributor: village.isIsland ? '0288' : '0031',
    address: {
      street: `${random.pick(use.streets)}, ${1 + Math.floor(index / villages.length) * 4 + random.wholeNumber(0, 3)}`,
      postcode: village.postcode,
      city: village.city,
      provinceCode: village.postcode.slice(0, 2),
    },
    signedOn: startsOn,
    startsOn,
    tariff: use.powerWatts.length === 2 ? '2.0TD' : '3.0TD',
    product: 'COOPERATIVA',
    powerWatts: use.powerWatts,
    rental: use.powerWatts.length === 2 ? 'single_phase' : 'three_phase',
    meter: {
      kind: isFirst ? 'curve' : 'reading',
      load: use.load,
      format: isQuarterHourly ? 'P2D' : index % 3 === 0 ? 'P5D' : 'F5D',
      stepMinutes: isQuarterHourly ? 15 : 60,
    },
  }
}

/** The use of a supply point, with the kind of streets where it occurs. */
type PointUse = { streets: readonly string[]; powerWatts: number[]; load: LoadProfile }

const townStreets = [
  'Carrer Major',
  'Carrer Nou',
  'Carrer del Raval',
  'Carrer de Sant Isidre',
  'Plaça Major',
  'Avinguda de Catalunya',
]
const fieldTracks = ['Camí de les Hortes', 'Partida de la Serra', 'Camí Vell', 'Camí del Canal', 'Partida dels Plans']
const estates = ['Polígon industrial Nord', 'Carretera de Lleida', 'Polígon industrial del Canal', 'Camí del Celler']

const uses = {
  shop: (random: Random) =>
    createSmallUse(random, [4600, 5750, 6900, 9200], townStreets, (watts) => createShopLoad(0.4 * watts)),
  office: (random: Random) =>
    createSmallUse(random, [3450, 4600, 5750], townStreets, (watts) => createOfficeLoad(0.35 * watts)),
  home: (random: Random) =>
    createSmallUse(random, [3450, 4600, 5750], townStreets, (watts) => createHouseholdLoad(0.045 * watts)),
  lighting: (random: Random) =>
    createSmallUse(random, [3450, 4600, 6900], estates, (watts) => createStreetLightingLoad(0.3 * watts)),
  coldStore: (random: Random) =>
    createLargeUse(random, [16_000, 20_000, 28_000], estates, (watts) => createColdStoreLoad(0.35 * watts)),
  irrigation: (random: Random) =>
    createLargeUse(random, [16_000, 18_000, 25_000], fieldTracks, (watts) => createIrrigationLoad(0.7 * watts)),
}

/** The order in which the uses alternate: most supply points are small. */
const usePattern = [
  'shop',
  'home',
  'irrigation',
  'office',
  'lighting',
  'home',
  'coldStore',
  'shop',
  'office',
  'home',
  'shop',
] as const

function createSmallUse(
  random: Random,
  choices: number[],
  streets: readonly string[],
  load: (watts: number) => LoadProfile,
): PointUse {
  const watts = random.pick(choices)
  return { streets, powerWatts: [watts, watts], load: load(watts) }
}

/** Six powers, the last two higher, for uses that cool and pump at night. */
function createLargeUse(
  random: Random,
  choices: number[],
  streets: readonly string[],
  load: (watts: number) => LoadProfile,
): PointUse {
  const watts = random.pick(choices)
  const nightWatts = watts + 1_000 * random.wholeNumber(0, 5)
  return { streets, powerWatts: [watts, watts, watts, watts, nightWatts, nightWatts], load: load(watts) }
}
