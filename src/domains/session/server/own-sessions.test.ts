import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { endSession, listLooks, listSessions, logIn } from '../api.ts'
import { lookAction } from './looks.ts'
import { anAccount, ask, auditOf, password } from './testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal({ now: noon })
})
afterAll(() => portal.close())

async function idsOf(userId: number) {
  const { items } = await (await portal.as(userId)).send(listSessions, {})
  return items.filter(({ is_current }) => !is_current).map(({ id }) => id)
}

test('somebody sees where they are signed in, with what, and which one they are looking from', async () => {
  portal.setClock(new Date('2026-11-20T10:40:00Z'))
  const userId = await anAccount(portal, { login: 'seer' })
  await ask(portal, logIn, { body: { user: 'seer', password } }, { 'user-agent': firefox })
  portal.setClock(noon)
  const here = await portal.as(userId)
  const { items } = await here.send(listSessions, {})
  expect(items).toEqual([
    {
      id: expect.any(String),
      device: null,
      opened_at: '2026-11-20T11:00:00.000Z',
      last_used_at: '2026-11-20T11:00:00.000Z',
      readonly: false,
      is_current: true,
    },
    {
      id: expect.any(String),
      device: 'Firefox, Windows',
      opened_at: '2026-11-20T10:40:00.000Z',
      last_used_at: '2026-11-20T10:40:00.000Z',
      readonly: false,
      is_current: false,
    },
  ])
})

test('sessions that are over are not among them', async () => {
  portal.setClock(new Date('2026-11-20T10:20:00Z'))
  const userId = await anAccount(portal)
  await portal.as(userId)
  portal.setClock(noon)
  expect(await idsOf(userId), 'left idle for forty minutes').toEqual([])
})

test('one that is ended opens nothing any more', async () => {
  const userId = await anAccount(portal)
  const other = await portal.as(userId)
  await other.send(listSessions, {})
  const [id] = await idsOf(userId)
  const answer = await (await portal.as(userId)).ask(endSession, { params: { id: id! } })
  expect(answer.statusCode).toBe(204)
  expect((await other.ask(listSessions, {})).statusCode).toBe(401)
  expect((await auditOf(portal, userId)).at(-1)).toEqual(['session_ended'])
})

test('it is refused to whoever is not signed in, to others, and to who only looks', async () => {
  const userId = await anAccount(portal)
  await portal.as(userId)
  const [id] = await idsOf(userId)
  const end = { params: { id: id! } }
  expect((await ask(portal, listSessions, {})).status).toBe(401)
  expect((await ask(portal, endSession, end)).status).toBe(401)
  expect((await (await portal.as(await anAccount(portal))).ask(endSession, end)).statusCode, 'not theirs').toBe(404)
  const unknown = { params: { id: 'ffffffff-0000-4000-8000-000000000000' } }
  expect((await (await portal.as(userId)).ask(endSession, unknown)).statusCode, 'none').toBe(404)
  const looking = await (await portal.as(userId, { readonly: true })).ask(endSession, end)
  expect([looking.statusCode, looking.json().message]).toEqual([403, 'token_readonly'])
})

test('who is told when operators looked at an account is its owner alone', async () => {
  const [userId, other] = [await anAccount(portal, { login: 'seen' }), await anAccount(portal, { login: 'unseen' })]
  await writeAudit(portal.context.db, { action: lookAction, subject: `user:${userId}`, after: { reason: 'A call' } })
  const looksOf = async (id: number) => (await (await portal.as(id)).send(listLooks, {})).items
  expect(await looksOf(userId)).toEqual([{ at: expect.any(String), reason: 'A call' }])
  expect(await looksOf(other)).toEqual([])
})
