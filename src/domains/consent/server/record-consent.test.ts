import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { recordConsent, subjectKey } from './record-consent.ts'

const at = new Date('2026-11-20T15:20:00Z')
const words = 'Acepto recibir novedades.'
let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('the ledger keeps who said what to which text, and gives nothing up again', async () => {
  const { db } = portal.context
  const said = { purpose: 'newsletter', text: { version: '2026-11', words }, locale: 'es', requestId: 'r1' } as const
  await recordConsent(db, { ...said, subject: { kind: 'user', id: 7 }, agreed: true }, at)
  await recordConsent(db, { ...said, subject: { kind: 'user', id: 7 }, agreed: false }, at)
  const entries = await db.selectFrom('consent_entry').selectAll().orderBy('consent_entry_id').execute()
  expect(entries.map(({ agreed }) => agreed)).toEqual([true, false])
  expect(entries[0]).toMatchObject({
    subject_kind: 'user',
    subject: '7',
    text_version: '2026-11',
    text_hash: createHash('sha256').update(words).digest('base64url'),
    request_id: 'r1',
    at,
  })
  await expect(db.updateTable('consent_entry').set({ agreed: true }).execute()).rejects.toThrow('append-only')
})

test('an address is known by its hash, however it is written', () => {
  const key = subjectKey({ kind: 'email', id: 'marta@example.com' })
  expect(subjectKey({ kind: 'email', id: ' Marta@Example.com' })).toBe(key)
  expect(key).not.toContain('marta')
  expect(subjectKey({ kind: 'visitor', id: 'k' })).not.toBe('k')
  expect(subjectKey({ kind: 'customer', id: 3 })).toBe('3')
})
