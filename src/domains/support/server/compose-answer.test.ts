import { expect, test } from 'vitest'
import { translator } from '#app/server/texts/texts.ts'
import { locales } from '#vocabulary/locale.ts'
import { composeAnswer } from './compose-answer.ts'

const texts = translator('es', 'support.answer')
const nothing = { message: 'Hola, Eva.', reasons: [], outage: null, body: { disputeBody: '', disputeContact: '' } }

test.each([
  ['is the message alone', nothing, 'Hola, Eva.'],
  [
    'gives cause and restoration of an interruption',
    { ...nothing, outage: { cause: 'Un cable roto', restoration: 'Hoy a las 18 h' } },
    'Hola, Eva.\n\nCausa de la interrupción: Un cable roto\nCuándo esperamos que vuelva la luz: Hoy a las 18 h',
  ],
  [
    'gives the reasons of a refusal point by point, and the body out of court with how to reach it',
    {
      ...nothing,
      reasons: [
        { point: 'El importe', reason: 'La lectura es real.' },
        { point: 'El plazo', reason: 'Son 20 días.' },
      ],
      body: { disputeBody: 'Junta Arbitral de Vic', disputeContact: 'vic.example' },
    },
    'Hola, Eva.\n\nPor qué no la aceptamos, punto por punto:\n1. El importe: La lectura es real.\n2. El plazo: Son 20 días.\n\nSi no estás de acuerdo, puedes acudir sin coste a Junta Arbitral de Vic (vic.example).',
  ],
])('an answer %s', (_, parts, text) => {
  expect(composeAnswer(texts, parts)).toBe(text)
})

test.each(locales)('a refusal names a body out of court in %s where the retailer has set none', (locale) => {
  const text = composeAnswer(translator(locale, 'support.answer'), {
    ...nothing,
    reasons: [{ point: 'a', reason: 'b' }],
  })
  expect(text).toMatch(/consum|Verbraucher|arbitral/i)
})
