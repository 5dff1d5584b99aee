import { makeCups } from '#vocabulary/cups.ts'
import { cifOf, ibanOf } from '../identifiers.ts'
import { office, workshop } from '../loads/businesses.ts'
import { together } from '../loads/load.ts'
import { type DemoHolder, usualSupply } from './demo-holder.ts'

const place = { postcode: '08700', city: 'Igualada', provinceCode: '08' }

/** A company with two halls of six powers each, and a gas contract that was cancelled before it began. */
export function taller(): DemoHolder {
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
    papers: [{ contract: '0051239', kind: 'contract', createdOn: '2018-05-14' }],
    supplies: [
      {
        ...usualSupply,
        contract: '0051239',
        cups: 'ES0031990000000004RJ1P',
        distributor: '0031',
        place: { street: 'Carrer dels Corders, 8, nau A', ...place },
        cadastralReference: '9900026CG9999S0001LM',
        signedOn: '2018-05-14',
        startsOn: '2018-06-01',
        tariff: '3.0TD',
        product: 'EMPRESA',
        powerWatts: [22_000, 22_000, 24_000, 24_000, 24_000, 30_000],
        rental: 'owned',
        meter: { kind: 'curve', load: workshop(22_000), format: 'P1D', stepMinutes: 60 },
        stories: { 2: 'wrongPower' },
      },
      {
        ...usualSupply,
        contract: '0051240',
        cups: 'ES0031990000000006RS2P',
        distributor: '0031',
        place: { street: 'Carrer dels Corders, 10, nau B', ...place },
        // Its accountants take these letters, and have given no phone.
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
          load: together(workshop(9_000), office(4_000)),
          format: 'P2D',
          stepMinutes: 15,
        },
        stories: { 1: 'inReview' },
      },
      {
        ...usualSupply,
        contract: '0051241',
        cups: makeCups('0217', '990000000303'),
        distributor: '0217',
        place: { street: 'Carrer dels Corders, 8, nau A', ...place },
        state: 'cancelada',
        signedOn: '2023-10-02',
        startsOn: null,
        tariff: 'RL.3',
        product: 'GAS CLAR',
        powerWatts: [],
        meter: { kind: 'none' },
      },
    ],
  }
}
