import { expect, test } from 'vitest'
import { readComparatorCode, writeComparatorCode } from './comparator-code.ts'

const site = 'https://comparador.cnmc.gob.es/comparador/QRE?'

test('reads back what it wrote', () => {
  const code = { cp: '28030', pP1: '4.6', cfP1: '10', iniF: '2026-08-12', finF: '2026-09-10', tc: 'E0', imp: '26.35' }
  const address = writeComparatorCode(code)
  expect(address).toBe(`${site}cp=28030&pP1=4.6&cfP1=10&iniF=2026-08-12&finF=2026-09-10&tc=E0&imp=26.35`)
  expect(readComparatorCode(address)).toEqual(code)
})

test.each([
  ['separators as the norm prints them', `${site}pP1=4.00&amp;tc=E0`, { pP1: '4.00', tc: 'E0' }],
  ['names in capitals and in another order', `${site}TC=E0&PP1=4`, { tc: 'E0', pP1: '4' }],
  ['units in brackets', `${site}pP1=5.75[kW]&cfP1=12[kWh]`, { pP1: '5.75', cfP1: '12' }],
  ['commas', `${site}imp=45,10`, { imp: '45.10' }],
  ['Spanish days', `${site}iniF=31/08/2026&finF=30-09-2026`, { iniF: '2026-08-31', finF: '2026-09-30' }],
  ['the end of a penalty that there is not', `${site}finPen=0000-00-00&rev=0`, { rev: '0' }],
  ['what the regulated price contains', `${site}finBS=-1`, { finBS: '-1' }],
  ['names that the norm does not have', `${site}other=1&verde=1`, { verde: '1' }],
  ['values that are none', `${site}imp=much&iniF=2026-02-30&cups=`, {}],
  ['text around it', `Mira: ${site}imp=45.10 gracias`, { imp: '45.10' }],
  ['another site', 'https://example.test/?imp=45', null],
  ['no address', 'ES0021', null],
])('reads %s', (_, text, expected) => {
  expect(readComparatorCode(text)).toEqual(expected)
})
