import { expect, test } from 'vitest'
import { makeCups } from '#vocabulary/cups.ts'
import { prefillOfBill } from './bill-prefill.ts'

const cups = makeCups('0021', '000000000001')
const addressOf = (query: string) => `https://comparador.cnmc.gob.es/comparador/QRE?${query}`

test.each([
  [
    'a home',
    `cp=8028&pP1=4.600&pP2=3.45&cups=${cups}&caP1=800.4&caP2=600&caP3=1200.2&cfP1=60`,
    {
      fields: ['cups', 'postcode', 'powers', 'yearKwh'],
      prefill: {
        energy: 'electricity',
        cups,
        postcode: '08028',
        powers: { kw: [4.6, 3.45], areRequested: false },
        yearKwh: 2601,
      },
    },
  ],
  [
    'only a postcode',
    'cp=28001&pP1=0',
    { fields: ['postcode'], prefill: { energy: 'electricity', cups: null, postcode: '28001' } },
  ],
  ['nothing that the form asks', 'tc=E0&cp=99999&cups=ES00', null],
])('the address of a bill with %s', (_, query, prefill) => {
  expect(prefillOfBill(addressOf(query))).toEqual(prefill)
})

test('another address fills nothing', () => {
  expect(prefillOfBill('https://example.com/?cp=28001')).toBeNull()
})
