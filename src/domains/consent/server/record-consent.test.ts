import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { consentSubjectKey, recordConsent } from './record-consent.ts'

const at = new Date('2026-11-20T15:20:00Z')
const consentText = 'Acepto recibir novedades.'
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('records who agreed to which text and never deletes an entry', async () => {
  const { db } = portal.context
  const said = {
    purpose: 'newsletter',
    text: { version: '2026-11', words: consentText },
    locale: 'es',
    requestId: 'r1',
  } as const
  await recordConsent(db, { ...said, subject: { kind: 'user', id: 7 }, agreed: true }, at)
  await recordConsent(db, { ...said, subject: { kind: 'user', id: 7 }, agreed: false }, at)
  const entries = await db.selectFrom('consent_entry').selectAll().orderBy('consent_entry_id').execute()
  expect(entries.map(({ agreed }) => agreed)).toEqual([true, false])
  expect(entries[0]).toMatchObject({
    subject_kind: 'user',
    subject: '7',
    text_version: '2026-11',
    text_hash: createHash('sha256').update(consentText).digest('base64url'),
    request_id: 'r1',
    at,
  })
  await expect(db.updateTable('consent_entry').set({ agreed: true }).execute()).rejects.toThrow('append-only')
})

test('identifies an e-mail address by its hash, however it is written', () => {
  const key = consentSubjectKey({ kind: 'email', id: 'marta@example.com' })
  expect(consentSubjectKey({ kind: 'email', id: ' Marta@Example.com' })).toBe(key)
  expect(key).not.toContain('marta')
  expect(consentSubjectKey({ kind: 'visitor', id: 'k' })).not.toBe('k')
  expect(consentSubjectKey({ kind: 'customer', id: 3 })).toBe('3')
})
