import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createSpool } from './spool.ts'

test.each([
  ['little', 3],
  ['more than is held in memory', 300_000],
  ['nearly as much as is held in memory', 111_000],
  ['nothing', 0],
])('%s round-trips through the spool', async (_, count) => {
  const spool = createSpool()
  for (let number = 0; number < count; number++) await spool.write(`line ${String(number % 1_000).padStart(3, '0')}\n`)
  const read = await text(spool.read())
  expect(read.length).toBe(count * 9)
  expect(read.split('\n')[count - 1] ?? '').toBe(count ? `line ${String((count - 1) % 1_000).padStart(3, '0')}` : '')
  await spool.discard()
})
