import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { logIn } from '../../api.ts'
import { endSession, listImpersonations, listSessions } from '../../own-sessions-api.ts'
import { impersonationAction } from '../impersonation/impersonations.ts'
import { anAccount, auditOf, callWithoutSession, password } from '../session-testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
afterAll(() => portal.close())

async function idsOf(userId: number) {
  const { items } = await (await portal.as(userId)).send(listSessions, {})
  return items.filter(({ is_current }) => !is_current).map(({ id }) => id)
}

test('a user sees where they are signed in, with which device, and which session is the current one', async () => {
  portal.setClock(new Date('2026-11-20T10:40:00Z'))
  const userId = await anAccount(portal, { login: 'seer' })
  await callWithoutSession(portal, logIn, { body: { user: 'seer', password } }, { 'user-agent': firefox })
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

test('expired sessions are not listed', async () => {
  portal.setClock(new Date('2026-11-20T10:20:00Z'))
  const userId = await anAccount(portal)
  await portal.as(userId)
  portal.setClock(noon)
  expect(await idsOf(userId), 'idle for forty minutes').toEqual([])
})

test('an ended session opens nothing any more', async () => {
  const userId = await anAccount(portal)
  const other = await portal.as(userId)
  await other.send(listSessions, {})
  const [id] = await idsOf(userId)
  const answer = await (await portal.as(userId)).sendRaw(endSession, { params: { id: id! } })
  expect(answer.statusCode).toBe(204)
  expect((await other.sendRaw(listSessions, {})).statusCode).toBe(401)
  expect((await auditOf(portal, userId)).at(-1)).toEqual(['session_ended'])
})

test('ending one is refused without a session, for other users and in a read-only session', async () => {
  const userId = await anAccount(portal)
  await portal.as(userId)
  const [id] = await idsOf(userId)
  const end = { params: { id: id! } }
  expect((await callWithoutSession(portal, listSessions, {})).status).toBe(401)
  expect((await callWithoutSession(portal, endSession, end)).status).toBe(401)
  expect(
    (await (await portal.as(await anAccount(portal))).sendRaw(endSession, end)).statusCode,
    'a session of another user',
  ).toBe(404)
  const unknown = { params: { id: 'ffffffff-0000-4000-8000-000000000000' } }
  expect((await (await portal.as(userId)).sendRaw(endSession, unknown)).statusCode, 'none').toBe(404)
  const looking = await (await portal.as(userId, { readonly: true })).sendRaw(endSession, end)
  expect([looking.statusCode, looking.json().message]).toEqual([403, 'token_readonly'])
})

test('impersonations are listed to the account’s owner alone', async () => {
  const [userId, other] = [await anAccount(portal, { login: 'seen' }), await anAccount(portal, { login: 'unseen' })]
  await writeAudit(portal.context.db, {
    action: impersonationAction,
    subject: `user:${userId}`,
    after: { reason: 'A call' },
  })
  const looksOf = async (id: number) => (await (await portal.as(id)).send(listImpersonations, {})).items
  expect(await looksOf(userId)).toEqual([{ at: expect.any(String), reason: 'A call' }])
  expect(await looksOf(other)).toEqual([])
})
