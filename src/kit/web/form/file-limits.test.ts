import { expect, test } from 'vitest'
import { formatFileSize, partitionFiles } from './file-limits.ts'

const limits = { maxCount: 2, maxBytes: 15_000_000, kinds: ['image/*', 'application/pdf'] }

const photo = { name: 'contador.jpg', size: 1_200_000, type: 'image/jpeg' }
const bill = { name: 'factura.pdf', size: 15_000_000, type: 'application/pdf' }

test.each<[files: (typeof photo)[], present: number, reasons: string[], why: string]>([
  [[photo, bill], 0, [], 'images and documents, the largest size included'],
  [[{ ...photo, type: 'text/html' }], 0, ['kind'], 'a kind that is not named'],
  [[{ ...photo, type: '' }], 0, ['kind'], 'a kind that the browser does not know'],
  [[{ ...bill, type: 'application/pdfx' }], 0, ['kind'], 'a kind that only begins alike'],
  [[{ ...bill, size: 15_000_001 }], 0, ['size'], 'one byte too many'],
  [[{ ...bill, size: 0 }], 0, ['empty'], 'nothing in it'],
  [[photo, bill], 1, ['count'], 'those already there count'],
  [[{ ...photo, type: 'text/html' }, photo, bill], 0, ['kind'], 'a refused one takes no place'],
])('%j beside %i present refuses %j: %s', (files, present, reasons) => {
  const { accepted, refused } = partitionFiles(files, present, limits)
  expect(refused.map(({ reason }) => reason)).toEqual(reasons)
  expect(accepted).toHaveLength(files.length - reasons.length)
})

test('accepts any kind where all are allowed, including one unknown to the browser', () => {
  const { accepted } = partitionFiles([{ ...photo, type: '' }], 0, { ...limits, kinds: ['*/*'] })
  expect(accepted).toHaveLength(1)
})

test.each<[sizeBytes: number, locale: string, expected: string, why: string]>([
  [1_234_567, 'es', '1,2 MB', 'one decimal in the mark of the language'],
  [15_000_000, 'en', '15 MB', 'none where it is zero'],
  [214_400, 'es', '214 kB', 'whole kilobytes'],
  [12, 'es', '1 kB', 'nothing looks empty that is not'],
])('formats %i bytes in %s as %s: %s', (sizeBytes, locale, expected) => {
  expect(formatFileSize(sizeBytes, locale).replace('\u00a0', ' ')).toBe(expected)
})
