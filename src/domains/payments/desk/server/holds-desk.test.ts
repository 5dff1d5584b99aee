import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { limitPaymentAttempt } from '../../server/limit-payment-attempt.ts'
import { listPaymentHolds, releasePaymentHold } from '../holds-api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(noon)
  await portal.context.db.deleteFrom('visitor_throttle').execute()
  await portal.context.db.deleteFrom('payment_hold').execute()
})

const list = async () => (await operator.send(listPaymentHolds, { query: {} })).items
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

async function tryToPay(userId: number, { times = 1, card, network = '192.0.2.7' }: TryOptions = {}, now = noon) {
  const outcomes: ('let through' | 'held back')[] = []
  for (let left = times; left > 0; left--)
    await limitPaymentAttempt(
      portal.context.db,
      { userId, network, card },
      { scope: card ? 'card' : 'user and network', requestId: 'r', now },
    ).then(
      () => outcomes.push('let through'),
      () => outcomes.push('held back'),
    )
  return outcomes
}
type TryOptions = { times?: number; card?: string; network?: string }

test('lists held users with the start, end and number of attempts', async () => {
  const userId = await insertUser(portal.context.db, { name: 'Eva García', email: 'eva@example.test' })
  await tryToPay(userId, { times: 8 })
  expect(await list()).toEqual([])
  await tryToPay(userId, { times: 3 })
  expect(await list()).toEqual([
    {
      id: expect.any(String),
      per: 'user',
      value: null,
      user: { id: userId, name: 'Eva García', email: 'eva@example.test' },
      tries: 11,
      since: noon.toISOString(),
      until: later(10).toISOString(),
      version: 1,
    },
  ])
  portal.setClock(later(10))
  expect(await list()).toEqual([])
})

test('lists networks and cards with their identifiers', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => insertUser(portal.context.db)))
  for (const userId of people) await tryToPay(userId, { times: 7, network: '2001:db8::7' })
  await tryToPay(people[0]!, { times: 5, card: 'fingerprint-1' })
  expect((await list()).map(({ per, value }) => [per, value]).sort()).toEqual([
    ['card', 'fingerprint-1'],
    ['network', '2001:db8:0:0::/64'],
  ])
})

test('a released user can pay at once with a new count, and the release is recorded', async () => {
  const userId = await insertUser(portal.context.db)
  await tryToPay(userId, { times: 9 })
  const [hold] = await list()
  const released = await operator.sendRaw(releasePaymentHold, {
    params: { id: hold!.id },
    body: { version: hold!.version as number },
  })
  expect(released.statusCode).toBe(204)
  expect(await list()).toEqual([])
  expect(await tryToPay(userId, { times: 8 })).toEqual(Array(8).fill('let through'))
  expect(await tryToPay(userId)).toEqual(['held back'])
  expect(await auditOf(portal, operatorId)).toContainEqual(['payment_hold_released'])
  const body = { version: 1 }
  expect((await operator.sendRaw(releasePaymentHold, { params: { id: hold!.id }, body })).statusCode).toBe(404)
})

test('refuses to release a hold that has become longer, and returns the current one', async () => {
  const userId = await insertUser(portal.context.db)
  await tryToPay(userId, { times: 9 })
  const [seen] = await list()
  await tryToPay(userId, { times: 8 }, later(10))
  portal.setClock(later(10))
  const [present] = await list()
  expect(present).toMatchObject({ id: seen!.id, tries: 16, since: later(10).toISOString(), version: 2 })
  const release = (version: number) =>
    operator.sendRaw(releasePaymentHold, { params: { id: seen!.id }, body: { version } })
  const answer = await release(seen!.version)
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'changed_meanwhile'])
  expect(answer.json().current).toEqual({ version: 2, tries: 16, until: later(70).toISOString() })
  expect((await release(2)).statusCode).toBe(204)
})

test('requires recent authentication and refuses customers', async () => {
  const proofIsOver = later(11)
  await tryToPay(await insertUser(portal.context.db), { times: 9 }, proofIsOver)
  const [hold] = await list()
  const sent = { params: { id: hold!.id }, body: { version: hold!.version } }
  expect((await customer.sendRaw(releasePaymentHold, sent)).statusCode).toBe(401)
  portal.setClock(proofIsOver)
  const answer = await operator.sendRaw(releasePaymentHold, sent)
  expect([answer.statusCode, answer.json().message]).toEqual([403, 'fresh_authentication_required'])
})
