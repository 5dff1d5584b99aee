import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as kinds from './value-kinds.ts'

const cases: [kind: z.ZodMiniType, value: unknown, accepted: boolean, reason: string][] = [
  [kinds.wholeNumber({ from: 1, to: 150, unit: 'invoices' }), 150, true, 'both limits are included'],
  [kinds.wholeNumber({ from: 1, to: 150, unit: 'invoices' }), 0, false, 'below the limits'],
  [kinds.wholeNumber({ from: 1, to: 150, unit: 'invoices' }), 2.5, false, 'not whole'],
  [kinds.wholeNumber({ from: 1, to: 150, unit: 'invoices' }), '25', false, 'a text is not a number'],
  [kinds.rate(), 0.25, true, 'a share'],
  [kinds.rate(), 1.01, false, 'more than all'],
  [kinds.listOf(['a', 'b'], { atLeast: 0 }), [], true, 'nothing is a choice where it may be'],
  [kinds.listOf(['a', 'b'], { atLeast: 1 }), [], false, 'nothing is no choice where one is needed'],
  [kinds.listOf(['a', 'b'], { atLeast: 1 }), ['b', 'a'], true, 'the order is the choice of the retailer'],
  [kinds.line(5), 'Llum', true, 'short enough'],
  [kinds.line(5), 'Energia', false, 'too long'],
  [kinds.line(5), 'a\nb', false, 'a line break could add a header to a mail'],
  [kinds.sepaSuffix(), '0A2', true, 'a business of the retailer'],
  [kinds.marketCode(), 'R2-415', true, 'the code of a retailer'],
  [kinds.marketCode(), '', true, 'none yet'],
  [kinds.marketCode(), '415', false, 'a part of the code'],
  [kinds.sepaSuffix(), '02', false, 'too short for an identifier'],
  [kinds.iban(), 'ES91 2100 0418 4502 0005 1332', true, 'as it is read'],
  [kinds.iban(), 'ES9121000418450200051333', false, 'a digit is wrong'],
  [kinds.iban(), '', true, 'none'],
  [kinds.bic(), 'CAIXESBBXXX', true, 'a bank with its branch'],
  [kinds.bic(), 'CAIXESBB', true, 'a bank'],
  [kinds.bic(), 'CAIXES', false, 'too short'],
  [kinds.bic(), '', true, 'none'],
  [kinds.phoneNumber(), '+34 900 000 000', true, 'with prefix and spaces'],
  [kinds.phoneNumber(), '', true, 'none'],
  [kinds.phoneNumber(), 'tel:900000000', false, 'the link is made of the number'],
  [kinds.mailAddress(), 'hola@demo-energia.example', true, 'an address'],
  [kinds.mailAddress(), '', true, 'none'],
  [kinds.mailAddress(), 'hola', false, 'no address'],
  [kinds.webAddress(), 'https://demo-energia.example/logo.svg', true, 'loaded safely'],
  [kinds.webAddress(), '', true, 'none'],
  [kinds.webAddress(), 'http://demo-energia.example/logo.svg', false, 'open to whoever listens'],
  [kinds.webAddress(), 'javascript:alert(1)', false, 'a script is no address'],
  [kinds.colour(), '#0B5A43', true, 'capitals are the same colour'],
  [kinds.colour(), 'green', false, 'the derived colours need figures'],
  [kinds.colour(), '#0b5a43;}', false, 'nothing may follow into the style sheet'],
  [kinds.instant(), '2026-03-01T22:00:00+01:00', true, 'with offset'],
  [kinds.instant(), null, true, 'none'],
  [kinds.instant(), '2026-03-01T22:00:00', false, 'without offset it is a different moment elsewhere'],
  [kinds.secret(), 'x'.repeat(16), true, 'long enough'],
  [kinds.secret(), 'x'.repeat(15), false, 'guessable'],
  [kinds.secret(), `${'x'.repeat(16)};`, false, 'a semicolon ends a cookie'],
  [kinds.secret(), '', true, 'none'],
  [kinds.claimName(), 'sub', true, 'the usual claim for it'],
  [kinds.claimName(), 'readonly', false, 'the id would make the token read-only'],
  [kinds.claimName(), 'user id', false, 'no name'],
]
test.each(cases.map(([kind, value, accepted, reason]) => ({ kind, value, accepted, reason })))(
  '$value is accepted: $accepted, because: $reason',
  ({ kind, value, accepted }) => {
    expect(kind.safeParse(value).success).toBe(accepted)
  },
)

test('stores an account without its spaces', () => {
  expect(kinds.iban().parse('es91 2100 0418 4502 0005 1332')).toBe('ES9121000418450200051332')
})
