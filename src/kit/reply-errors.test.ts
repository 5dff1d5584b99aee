import { expect, test } from 'vitest'
import { ReplyErrors, readReplyErrors } from './reply-errors.ts'

test.each<[{ errors?: unknown } | undefined, Record<string, string[]> | undefined, string]>([
  [{ errors: { pnp: ['No existe.'] } }, { pnp: ['No existe.'] }, 'texts by field'],
  [{ errors: { pnp: 'No existe.' } }, { pnp: ['No existe.'] }, 'one text by field'],
  [{ errors: {} }, undefined, 'no field'],
  [{ errors: null }, undefined, 'none'],
  [{}, undefined, 'nothing of errors'],
  [undefined, undefined, 'nothing at all'],
])('reads %j as %j: %s', (reply, expected) => {
  expect(ReplyErrors.safeParse(reply?.errors).success).toBe(true)
  expect(readReplyErrors(reply)).toEqual(expected)
})
