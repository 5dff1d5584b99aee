import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { townsQuery } from './queries.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const vic = { city: 'Vic', ine: '08298' }

test('refetches the towns of a postcode only after half an hour', async () => {
  const send = vi.fn(async () => ({ ...vic, towns: [vic] }))
  const client = new QueryClient()
  const ask = () => client.fetchQuery(townsQuery(send as unknown as Send, '08500'))
  expect(await ask()).toEqual([vic])
  vi.advanceTimersByTime(29 * 60_000)
  await ask()
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2 * 60_000)
  await ask()
  expect(send).toHaveBeenCalledTimes(2)
})

test.each<[reason: string, reply: () => unknown, towns: object[]]>([
  ['an upstream server returns only one', () => vic, [vic]],
  [
    'the postcode is unknown',
    () => {
      throw new Refused('zipcode_unknown', 404)
    },
    [],
  ],
])('returns the towns of a postcode as a list even where %s', async (_, reply, towns) => {
  const send = (async () => reply()) as unknown as Send
  expect(await new QueryClient().fetchQuery(townsQuery(send, '08500'))).toEqual(towns)
})
