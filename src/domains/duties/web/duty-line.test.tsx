import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#kit/web/portal-testing.tsx'
import { locales } from '#vocabulary/locale.ts'
import { customerKinds, type ShownDuty } from '../shown-duty.ts'
import texts from '../texts/es.json'
import { DutyLine } from './duty-line.tsx'

const answer: ShownDuty = {
  ...{ kind: 'erasure_answer', status: 'running', due_on: '2026-11-27', due_at: null },
  recourse: 'data_protection_agency',
}

test.each<[string, Partial<ShownDuty & { is_compensated: boolean }>, string]>([
  [
    'names the day, and what can be done otherwise',
    {},
    'Te respondemos antes de que acabe el 27/11/2026. Si no, puedes reclamar ante la Agencia Española de Protección de Datos.',
  ],
  [
    'names the hour of a term in hours',
    { kind: 'reconnection', due_at: '2026-11-27T13:05:00Z', recourse: null },
    'Vuelves a tener luz antes de las 14:05 del 27/11/2026.',
  ],
  [
    'says what can be done now that it is late',
    { status: 'late', recourse: 'write_again' },
    'El plazo acabó el 27/11/2026. Escríbenos otra vez y lo revisamos enseguida.',
  ],
  [
    'says that a missed term is compensated',
    { kind: 'connection', recourse: 'energy_authority', is_compensated: true },
    'Te conectan antes de que acabe el 27/11/2026. Si no, puedes reclamar ante energía de tu comunidad. Si se incumple, te corresponde una compensación en tu factura.',
  ],
  [
    'says that a term which was missed is',
    { kind: 'connection', status: 'late', recourse: null, is_compensated: true },
    'El plazo acabó el 27/11/2026. Te corresponde una compensación en tu factura.',
  ],
  ['promises no day while the clock stands still', { status: 'paused' }, 'El plazo está en pausa.'],
  [
    'says before which day nothing happens',
    { kind: 'suspension', recourse: null },
    'Nadie te corta el suministro antes del 27/11/2026.',
  ],
])('%s', async (_, given, text) => {
  await renderAt('/profile', <DutyLine duty={{ ...answer, ...given }} />, { messages: { duties: texts } })
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each(locales)('every kind that customers see has its line in %s', async (locale) => {
  const { default: messages } = await import(`../texts/${locale}.json`)
  expect(Object.keys(messages.running).sort()).toEqual([...customerKinds].sort())
})
