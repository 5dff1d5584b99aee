import { type Mock, vi } from 'vitest'
import { listStreetTypes, readProvince, readZipcode } from '#domains/geo/api.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import changes from '../../changes/texts/es.json'
import { type Address, listAddresses } from '../api.ts'
import correspondence from '../texts/es.json'
import type { ContractWithContact, CorrespondenceDialogProps } from './contract-with-contact.ts'

/** A sample contract whose correspondence goes to the home address. */
export const homeContract: ContractWithContact = {
  name: '0048213',
  energy: 'electricity',
  delivery: 'email',
  contact: {
    id: 1,
    name: 'Anna Güell',
    address: 'Carrer Major, 1 - 08500 Vic',
    email: 'anna@example.com',
    phone: '600000101',
  },
}

export const homeAddress: Address = {
  id: 1,
  name: 'Anna Güell',
  full_address: 'Carrer Major, 1 - 08500 Vic',
  email: 'anna@example.com',
  mobile: '600000101',
}

export const officeAddress: Address = { ...homeAddress, id: 2, full_address: 'Plaça Major, 2 - 08500 Vic' }

const towns = new Map([
  ['08500', [{ city: 'Vic', ine: '08298' }]],
  [
    '17130',
    [
      { city: 'L’Escala', ine: '17062' },
      { city: 'Torroella de Montgrí', ine: '17199' },
    ],
  ],
])

/** Renders a dialog about a contract for a customer with these addresses. The lookup knows two postcodes. */
export async function renderDialog(
  dialog: (handlers: Pick<CorrespondenceDialogProps, 'onClose' | 'onChanged'>) => React.ReactNode,
  { addresses = [homeAddress], answers = [] }: { addresses?: Address[]; answers?: CallMock[] } = {},
): Promise<{ onClose: Mock; onChanged: Mock }> {
  const onClose = vi.fn()
  const onChanged = vi.fn()
  await renderAt('/', dialog({ onClose, onChanged }), {
    boot: { signedIn: anna },
    messages: { app, changes, correspondence },
    callMocks: [
      ...answers,
      mockCall(listAddresses, () => ({ items: addresses })),
      mockCall(listStreetTypes, () => ({
        items: [
          { id: 'CL', name: 'Calle' },
          { id: 'PZ', name: 'Plaza' },
        ],
      })),
      mockCall(readZipcode, ({ params: { zipcode } }) => {
        const matches = towns.get(zipcode)
        if (!matches) throw new Refused('zipcode_unknown', 404)
        return { ...matches[0]!, towns: matches }
      }),
      mockCall(readProvince, ({ params: { ine } }) =>
        ine.startsWith('17') ? { id: '17', name: 'Girona' } : { id: '08', name: 'Barcelona' },
      ),
    ],
  })
  return { onClose, onChanged }
}
