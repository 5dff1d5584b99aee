import { expect, test } from 'vitest'
import { excerptReply } from './excerpt-reply.ts'

test.each([
  ['keeps plain words', 'no room left on device', 'no room left on device'],
  ['keeps short numbers, which are codes', 'error 40012: ORA-00942', 'error 40012: ORA-00942'],
  [
    'keeps the id of an event and an instant',
    'seen 6f2c2f0e-5f0f-4f0e-9d6b-0c6f6a1f8f11 at 2026-11-20T11:00:00.123Z',
    null,
  ],
  ['removes mail addresses', 'unknown user <anna.vila@example.test>, sorry', 'unknown user <…>, sorry'],
  ['removes a tax id', 'holder 12345678Z is locked', 'holder … is locked'],
  ['removes the tax id of a foreigner', 'holder X1234567L is locked', 'holder … is locked'],
  ['removes an account, however it is grouped', 'debit ES91 2100 0418 4502 0005 1332 failed', 'debit … failed'],
  ['removes a telephone number', 'called +34 600 12 34 56', 'called …'],
  ['removes a supply point', 'CUPS ES0021000000000001JN0F', 'CUPS …'],
  ['removes the personal data of a member', '{"full_name":"Anna \\"A\\" Vila","code":7}', '{"full_name":"…","code":7}'],
  [
    'removes them also where the reply ends within them',
    '{"code":7,"address":"Carrer Nou, 8',
    '{"code":7,"address":"…"',
  ],
  ['removes them also as a number', '{"phone":600123456}', '{"phone":"…"}'],
  ['replaces what cannot be shown by a space', 'no\u0000room\u001b', 'no room'],
])('%s', (_, reply, kept) => {
  expect(excerptReply(reply)).toBe(kept ?? reply)
})

test('truncates a long reply and leaves no half of a removed value', () => {
  expect(excerptReply('x'.repeat(5_000))).toHaveLength(300)
  expect(excerptReply(`${'x '.repeat(140)}anna.vila@example.test`)).not.toContain('anna')
})
