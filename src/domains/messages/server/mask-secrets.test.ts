import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

const origin = 'https://portal.example'
const secret = 'b3Jhd-0WmF5c2VjcmV0'

test.each([
  ['a page without a secret', `${origin}/ca/factures`, `${origin}/ca/factures`],
  ['a page of an invoice', `${origin}/invoices/FE2026-0000123`, `${origin}/invoices/FE2026-0000123`],
  ['a query', `${origin}/your-request?link=${secret}`, `${origin}/your-request?••••••`],
  ['a short query', `${origin}/login?t=1`, `${origin}/login?••••••`],
  ['a fragment', `${origin}/activation#${secret}`, `${origin}/activation#••••••`],
  ['a query with a fragment', `${origin}/a?b=${secret}#${secret}`, `${origin}/a?••••••`],
  ['a query in HTML', `<a href="${origin}/a?b=1&amp;c=${secret}">A</a>`, `<a href="${origin}/a?••••••">A</a>`],
  ['a part of a path', `${origin}/signature/${secret}/summary`, `${origin}/signature/••••••/summary`],
  ['an id', `${origin}/signature/0b0f8f7e-6a52-4bb3-9d4f-1f9f0a1b2c3d`, `${origin}/signature/••••••`],
  ['a link in a sentence', `Entra en ${origin}/a?b=${secret} hoy`, `Entra en ${origin}/a?•••••• hoy`],
  ['two links', `${origin}/a?b\n${origin}/c#d`, `${origin}/a?••••••\n${origin}/c#••••••`],
])('of %s only what is no secret is left', (_, content, masked) => {
  expect(maskSecrets(content, undefined)).toBe(masked)
})

test('a code is masked wherever it stands', () => {
  const content = 'Código 482913\n\n<p>482913</p> de 4829130'
  expect(maskSecrets(content, '482913')).toBe('Código ••••••\n\n<p>••••••</p> de ••••••0')
  expect(maskSecrets(content, '')).toBe(content)
})
