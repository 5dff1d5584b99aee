import { expect, test } from 'vitest'
import type { Send } from '#kit/web/send.ts'
import { type PriceQuery, productsQuery } from './queries.ts'

const question: PriceQuery = {
  ...{ energy: 'electricity', tariffId: 18, powersKw: [3.3, 4.6], cups: 'ES0021990000000001AB', zip: '35001' },
  ...{ hasSelfConsumption: false, promocode: null, yearKwh: '', yearSurplusKwh: '' },
}

test.each<[Partial<PriceQuery>, object, string]>([
  [{}, { power: '3.3', power2: '4.6' }, 'each period by its own power'],
  [{ powersKw: [3.3, null] }, { power: '3.3' }, 'one that is not typed yet is left out'],
  [{ powersKw: [null, 4.6] }, { power: '4.6', power2: '4.6' }, 'the first is never missing'],
  [
    { tariffId: 19, powersKw: [10, 10, 12, 12, 12, 20.5] },
    { power: '10', power2: '10', power3: '12', power4: '12', power5: '12', power6: '20.5' },
    'all six',
  ],
  [{ zip: '' }, { power: '3.3', power2: '4.6', zip: undefined }, 'no postcode before it is typed'],
  [{ cups: '' }, { power: '3.3', power2: '4.6', cups: undefined }, 'no supply before it is typed'],
])('queries prices for %j with %j: %s', async (change, expected) => {
  const sentRequests: { query: object }[] = []
  const send = (async (_: unknown, sent: { query: object }) => {
    sentRequests.push(sent)
    return []
  }) as unknown as Send
  const { queryFn } = productsQuery(send, { ...question, ...change })
  await (queryFn as (context: object) => Promise<unknown>)({ signal: undefined })
  const usual = { atr: '18', cups: question.cups, zip: '35001', selfcons: '0' }
  const expectedQuery = { ...usual, ...(change.tariffId && { atr: String(change.tariffId) }), ...expected }
  expect(sentRequests).toHaveLength(1)
  expect({ ...sentRequests[0]!.query }).toEqual(expectedQuery)
})
