import { expect, test } from 'vitest'
import { ToldErrors, toldErrors } from './told-errors.ts'

test.each<[{ errors?: unknown } | undefined, Record<string, string[]> | undefined, string]>([
  [{ errors: { pnp: ['No existe.'] } }, { pnp: ['No existe.'] }, 'texts by field'],
  [{ errors: { pnp: 'No existe.' } }, { pnp: ['No existe.'] }, 'one text by field'],
  [{ errors: {} }, undefined, 'no field'],
  [{ errors: null }, undefined, 'none'],
  [{}, undefined, 'nothing of errors'],
  [undefined, undefined, 'nothing at all'],
])('%j tells %j: %s', (reply, expected) => {
  expect(ToldErrors.safeParse(reply?.errors).success).toBe(true)
  expect(toldErrors(reply)).toEqual(expected)
})
