import { expect, test } from 'vitest'
import * as z from 'zod'
import { readTold } from './read-told.ts'
import { because } from './told-reasons.ts'

const Thing = z
  .strictObject({
    name: z.string().min(1).max(5).optional(),
    count: z.int().min(1).max(9).optional(),
    tags: z.array(z.string()).max(1).optional(),
    day: z.iso.date().optional(),
    colour: z.enum(['red', 'blue']).optional(),
    price: z.string().regex(/^\d+$/, because('not_price').name).optional(),
    part: z.strictObject({ size: z.number() }).optional(),
  })
  .superRefine(({ count, name }, { addIssue }) => {
    if (count === 2)
      addIssue({ code: 'custom', path: ['count'], message: because('repeated').name, params: { first: name } })
  })

test.each<[told: unknown, path: string, reason: ReturnType<typeof because>]>([
  [[], '', because('wrong_type', { expected: 'object' })],
  [{ colou: 'red' }, '', because('unknown_member', { names: 'colou' })],
  [{ name: 7 }, 'name', because('wrong_type', { expected: 'string' })],
  [{ name: '' }, 'name', because('too_small', { of: 'string', least: 1 })],
  [{ name: 'longer' }, 'name', because('too_large', { of: 'string', most: 5 })],
  [{ count: 1.5 }, 'count', because('wrong_type', { expected: 'int' })],
  [{ count: 0 }, 'count', because('too_small', { of: 'number', least: 1 })],
  [{ tags: ['a', 'b'] }, 'tags', because('too_large', { of: 'array', most: 1 })],
  [{ tags: [2] }, 'tags[0]', because('wrong_type', { expected: 'string' })],
  [{ day: '2026-02-30' }, 'day', because('wrong_format', { format: 'date' })],
  [{ colour: 'green' }, 'colour', because('not_among', { values: 'red, blue' })],
  [{ price: 'dear' }, 'price', because('not_price')],
  [{ part: {} }, 'part.size', because('missing')],
  [{ count: 2, name: 'A' }, 'count', because('repeated', { first: 'A' })],
])('%j: %s is refused for a reason that can be told in every language', (told, path, reason) => {
  expect(readTold(Thing, told)).toEqual({ wrong: expect.arrayContaining([{ path, reason }]) })
})

test('what makes sense comes back as what it is', () => {
  expect(readTold(Thing, { name: 'A' })).toEqual({ item: { name: 'A' } })
})
