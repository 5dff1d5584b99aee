import { expect, test } from 'vitest'
import { replyCut } from './reply-cut.ts'

test.each([
  ['plain words stay', 'no room left on device', 'no room left on device'],
  ['short numbers are codes', 'error 40012: ORA-00942', 'error 40012: ORA-00942'],
  [
    'an id of an event and an instant stay',
    'seen 6f2c2f0e-5f0f-4f0e-9d6b-0c6f6a1f8f11 at 2026-11-20T11:00:00.123Z',
    null,
  ],
  ['mail addresses go', 'unknown user <anna.vila@example.test>, sorry', 'unknown user <…>, sorry'],
  ['a tax id goes', 'holder 12345678Z is locked', 'holder … is locked'],
  ['that of a foreigner too', 'holder X1234567L is locked', 'holder … is locked'],
  ['an account goes, however it is grouped', 'debit ES91 2100 0418 4502 0005 1332 failed', 'debit … failed'],
  ['a telephone goes', 'called +34 600 12 34 56', 'called …'],
  ['a supply point goes', 'CUPS ES0021000000000001JN0F', 'CUPS …'],
  ['what a member holds of a person goes', '{"full_name":"Anna \\"A\\" Vila","code":7}', '{"full_name":"…","code":7}'],
  ['also where the reply ends within it', '{"code":7,"address":"Carrer Nou, 8', '{"code":7,"address":"…"'],
  ['also a number', '{"phone":600123456}', '{"phone":"…"}'],
  ['what cannot be shown is a blank', 'no\u0000room\u001b', 'no room'],
])('%s', (_, reply, kept) => {
  expect(replyCut(reply)).toBe(kept ?? reply)
})

test('of a long reply only the beginning is kept, and nothing of what was cut into halves', () => {
  expect(replyCut('x'.repeat(5_000))).toHaveLength(300)
  expect(replyCut(`${'x '.repeat(140)}anna.vila@example.test`)).not.toContain('anna')
})
