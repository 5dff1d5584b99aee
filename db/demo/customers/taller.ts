import { makeCups } from '#vocabulary/cups.ts'
import { cifOf, ibanOf } from '../identifiers.ts'
import { createOfficeLoad, createWorkshopLoad } from '../loads/businesses.ts'
import { sumLoads } from '../loads/load-profile.ts'
import { type DemoHolder, defaultSupply } from './demo-holder.ts'

const address = { postcode: '08700', city: 'Igualada', provinceCode: '08' }

/**
 * A company with two industrial units of six powers each, of which one was billed too much and the other too little, and
 * a gas contract that was cancelled before it started.
 */
export function createTaller(): DemoHolder {
  return {
    login: 'taller',
    locale: 'es',
    userName: 'Montse Rovira',
    taxId: cifOf('B', '0000217'),
    name: 'Taller Rovira i Fills, SL',
    fiscalAddress: 'Carrer dels Corders, 8 - 08700 Igualada',
    email: 'taller@demo-energia.example',
    phone: '+34600000303',
    iban: ibanOf(1_003),
    multipoint: null,
    wallets: [],
    documents: [{ contract: '0051239', kind: 'contract', createdOn: '2018-05-14' }],
    supplies: [...createUnits(), createCancelledGas()],
  }
}

function createUnits(): DemoHolder['supplies'] {
  return [
    {
      ...defaultSupply,
      contract: '0051239',
      cups: 'ES0031990000000004RJ1P',
      distributor: '0031',
      address: { street: 'Carrer dels Corders, 8, nau A', ...address },
      cadastralReference: '9900026CG9999S0001LM',
      signedOn: '2018-05-14',
      startsOn: '2018-06-01',
      tariff: '3.0TD',
      product: 'EMPRESA',
      powerWatts: [22_000, 22_000, 24_000, 24_000, 24_000, 30_000],
      reactivePercent: 41,
      rental: 'owned',
      meter: { kind: 'curve', load: createWorkshopLoad(22_000), format: 'P1D', stepMinutes: 60 },
      scenarios: { 5: 'wrongPower' },
    },
    {
      ...defaultSupply,
      contract: '0051240',
      cups: 'ES0031990000000006RS2P',
      distributor: '0031',
      address: { street: 'Carrer dels Corders, 10, nau B', ...address },
      // Its accountants receive this correspondence and have given no telephone number.
      notification: {
        name: 'Gestoria Riera',
        address: 'Passeig de Mossèn Jacint Verdaguer, 62 - 08700 Igualada',
        email: 'gestoria@demo-energia.example',
        phone: null,
      },
      signedOn: '2019-01-10',
      startsOn: '2019-02-01',
      tariff: '3.0TD',
      product: 'EMPRESA',
      powerWatts: [16_000, 16_000, 18_000, 18_000, 18_000, 18_000],
      rental: 'owned',
      paysByTransfer: true,
      meter: {
        kind: 'curve',
        load: sumLoads(createWorkshopLoad(9_000), createOfficeLoad(4_000)),
        format: 'P2D',
        stepMinutes: 15,
      },
      scenarios: { 1: 'inReview' },
      underbilledWh: [210_000, 180_000, 150_000, 140_000, 60_000, 160_000],
    },
  ]
}

function createCancelledGas(): DemoHolder['supplies'][number] {
  return {
    ...defaultSupply,
    contract: '0051241',
    cups: makeCups('0217', '990000000303'),
    distributor: '0217',
    address: { street: 'Carrer dels Corders, 8, nau A', ...address },
    state: 'cancelada',
    signedOn: '2023-10-02',
    startsOn: null,
    tariff: 'RL.3',
    product: 'GAS CLAR',
    powerWatts: [],
    meter: { kind: 'none' },
  }
}
