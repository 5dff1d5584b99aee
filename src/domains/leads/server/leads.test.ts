import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { readLeadConsent } from '../api.ts'
import { recordLeadConsent } from './lead-consent.ts'

const now = new Date('2026-10-15T10:00:00Z')
const given = { words: 'Acepto que me llaméis.', locale: 'es', requestId: 'r1' } as const
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())

test('recognises recorded consent to contact, of its user only', async () => {
  const { db } = portal.context
  const [userId, otherId] = [await insertUser(db), await insertUser(db)]
  const [anna, other] = [await portal.as(userId), await portal.as(otherId)]
  expect(await anna.send(readLeadConsent, {})).toEqual({ consented: false })
  await recordLeadConsent(db, { ...given, userId, email: 'anna@example.test' }, now)
  await recordLeadConsent(db, { ...given, userId, email: 'anna@example.test' }, now)
  await recordLeadConsent(db, { ...given, userId: null, email: 'visitor@example.test' }, now)
  expect(await anna.send(readLeadConsent, {})).toEqual({ consented: true })
  expect(await other.send(readLeadConsent, {})).toEqual({ consented: false })
  const entries = await db.selectFrom('consent_entry').select(['subject_kind', 'purpose', 'agreed']).execute()
  expect(entries).toEqual([
    { subject_kind: 'user', purpose: 'lead_contact', agreed: true },
    { subject_kind: 'email', purpose: 'lead_contact', agreed: true },
  ])
  expect((await portal.anonymous.sendRaw(readLeadConsent, {})).statusCode).toBe(401)
})
