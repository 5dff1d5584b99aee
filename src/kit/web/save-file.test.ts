import { expect, test } from 'vitest'
import { contentDisposition } from '#kit/server/reply.ts'
import { fileNameIn } from './save-file.ts'

test.each([
  ['attachment; filename="FE26-1.pdf"', 'FE26-1.pdf', 'a plain name'],
  [
    'attachment; filename="Factura _.pdf"; filename*=UTF-8\'\'Factura%20%E2%82%AC.pdf',
    'Factura €.pdf',
    'its own letters',
  ],
  ["attachment; filename*=utf-8''a%2Cb.csv; size=12", 'a,b.csv', 'more may follow'],
  ['attachment', '', 'no name, so that the browser makes one up'],
  ['', '', 'no header'],
])('%s names the file %j: %s', (disposition, expected) => {
  expect(fileNameIn(disposition)).toBe(expected)
})

test.each(['FE26-161291.pdf', 'Informació de l’àrea (març).csv', 'a"b;c*d.xml', "l'any.pdf", '100%.pdf'])(
  'the name %s arrives as the server has sent it',
  (name) => {
    expect(fileNameIn(contentDisposition(name))).toBe(name)
  },
)
