import { makeCups } from '#vocabulary/cups.ts'
import { ibanOf, nifOf } from '../identifiers.ts'
import { createHouseholdLoad } from '../loads/homes.ts'
import { type DemoHolder, defaultSupply } from './demo-holder.ts'

/** A flat whose holder has no account yet, to try out the sign-up. */
export function createNuria(): DemoHolder {
  return {
    login: null,
    locale: 'ca',
    userName: 'Núria Camps',
    taxId: nifOf(99100466),
    name: 'Núria Camps Rovira',
    fiscalAddress: 'Carrer de la Força, 22, 1r - 17004 Girona',
    email: 'nuria@demo-energia.example',
    phone: '+34600000505',
    iban: ibanOf(1_005),
    multipoint: null,
    wallets: [],
    documents: [{ contract: '0054210', kind: 'contract', createdOn: '2023-09-11' }],
    supplies: [
      {
        ...defaultSupply,
        contract: '0054210',
        cups: makeCups('0031', '990000000505', '0F'),
        distributor: '0031',
        address: { street: 'Carrer de la Força, 22, 1r', postcode: '17004', city: 'Girona', provinceCode: '17' },
        signedOn: '2023-09-11',
        startsOn: '2023-10-01',
        tariff: '2.0TD',
        product: 'CLARA',
        powerWatts: [3450, 3450],
        meter: { kind: 'curve', load: createHouseholdLoad(140), format: 'F5D', stepMinutes: 60 },
      },
    ],
  }
}
