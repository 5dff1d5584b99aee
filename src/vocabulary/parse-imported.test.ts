import { expect, test } from 'vitest'
import * as z from 'zod'
import { parseImported } from './parse-imported.ts'
import { rejectionReason } from './rejection-reasons.ts'

const Thing = z
  .strictObject({
    name: z.string().min(1).max(5).optional(),
    count: z.int().min(1).max(9).optional(),
    tags: z.array(z.string()).max(1).optional(),
    day: z.iso.date().optional(),
    colour: z.enum(['red', 'blue']).optional(),
    price: z.string().regex(/^\d+$/, rejectionReason('not_price').name).optional(),
    part: z.strictObject({ size: z.number() }).optional(),
  })
  .superRefine(({ count, name }, { addIssue }) => {
    if (count === 2)
      addIssue({ code: 'custom', path: ['count'], message: rejectionReason('repeated').name, params: { first: name } })
  })

test.each<[imported: unknown, path: string, reason: ReturnType<typeof rejectionReason>]>([
  [[], '', rejectionReason('wrong_type', { expected: 'object' })],
  [{ colou: 'red' }, '', rejectionReason('unknown_member', { names: 'colou' })],
  [{ name: 7 }, 'name', rejectionReason('wrong_type', { expected: 'string' })],
  [{ name: '' }, 'name', rejectionReason('too_small', { of: 'string', least: 1 })],
  [{ name: 'longer' }, 'name', rejectionReason('too_large', { of: 'string', most: 5 })],
  [{ count: 1.5 }, 'count', rejectionReason('wrong_type', { expected: 'int' })],
  [{ count: 0 }, 'count', rejectionReason('too_small', { of: 'number', least: 1 })],
  [{ tags: ['a', 'b'] }, 'tags', rejectionReason('too_large', { of: 'array', most: 1 })],
  [{ tags: [2] }, 'tags[0]', rejectionReason('wrong_type', { expected: 'string' })],
  [{ day: '2026-02-30' }, 'day', rejectionReason('wrong_format', { format: 'date' })],
  [{ colour: 'green' }, 'colour', rejectionReason('not_among', { values: 'red, blue' })],
  [{ price: 'dear' }, 'price', rejectionReason('not_price')],
  [{ part: {} }, 'part.size', rejectionReason('missing')],
  [{ count: 2, name: 'A' }, 'count', rejectionReason('repeated', { first: 'A' })],
])('rejects %j: %s with a reason that has a message in every language', (imported, path, reason) => {
  expect(parseImported(Thing, imported)).toEqual({ problems: expect.arrayContaining([{ path, reason }]) })
})

test('returns valid input unchanged', () => {
  expect(parseImported(Thing, { name: 'A' })).toEqual({ item: { name: 'A' } })
})
