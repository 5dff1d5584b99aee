import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { builtInNorms } from '../../../built-in-norms.ts'
import dutyTexts from '../../duties/texts/es.json'
import { type ListedNorm, listNorms, type NormRow, replaceNorm, withdrawNorm } from '../api.ts'
import texts from '../texts/es.json'
import { NormsScreen } from './norms-screen.tsx'

beforeEach(mockTopLayer)

const builtIn: NormRow = {
  ...{ law: 'Ley 10/2025', article: '17.3', source: 'BOE-A-2025-26698', state: 'in_force', note: null },
  ...{ topic: 'billing', energy: null, max_power_watts: null, count: 5, unit: 'days', tolerance_days: 0 },
  ...{
    recourse: 'consumer_bodies',
    compensation: null,
    valid_from: '2025-12-28',
    valid_to: null,
    time: 'present',
    version: null,
  },
}
const billing: ListedNorm = { code: 'care.billing', kind: 'case_answer', rows: [builtIn] }
const copy: ListedNorm = {
  ...{ code: 'data.copy', kind: 'data_export' },
  rows: [
    {
      ...builtIn,
      law: 'Ley 2/2027',
      state: 'conditional',
      note: 'Si se convalida.',
      valid_from: '2026-04-01',
      time: 'planned',
      version: 3,
    },
  ],
}

async function show(address = '/operator/norms', mocks: CallMock[] = []) {
  await renderAt(
    address,
    <ToastProvider>
      <NormsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-norms': texts, 'desk-duties': dutyTexts },
      callMocks: [
        ...mocks,
        mockCall(listNorms, () => ({
          items: [billing, copy],
          ...{ today: '2026-03-10', topics: { case_answer: ['billing', 'complaint'], data_export: [] } },
        })),
      ],
    },
  )
  await screen.findAllByRole('table')
}

test('every topic that a norm of the product has is named', () => {
  const topics = builtInNorms.flatMap(({ topic }) => (topic === null ? [] : [topic]))
  expect(Object.keys(texts.topics).sort()).toEqual([...new Set(topics)].sort())
})

test('shows norms by what they are about, with their state, and finds them', async () => {
  await show()
  const answers = within(screen.getByRole('region', { name: 'Responder a una consulta' }))
  expect(answers.getByRole('link', { name: 'Ley 10/2025, art. 17.3' })).toBeTruthy()
  expect(answers.getByText('En vigor')).toBeTruthy()
  expect(answers.getByText('facturas')).toBeTruthy()
  expect(screen.getByText('Si se convalida.')).toBeTruthy()
})

test('filters by words of the norm', async () => {
  await show('/operator/norms?q=2/2027')
  expect(screen.queryByRole('region', { name: 'Responder a una consulta' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Preparar la copia de los datos' })).toBeTruthy()
})

test('a built-in norm is replaced from a day on', async () => {
  const sent: unknown[] = []
  await show('/operator/norms', [
    mockCall(replaceNorm, ({ params, body }) => {
      sent.push(params, body)
      return { version: 1 }
    }),
  ])
  expect(screen.queryByRole('button', { name: /^Cambiar Ley 10/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Sustituir Ley 10\/2025/ }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Sustituir una norma de «Responder a una consulta»' }),
  )
  const count = dialog.getByRole('textbox', { name: 'Cuánto' })
  await userEvent.clear(count)
  await userEvent.type(count, '3')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect
    .poll(() => sent)
    .toMatchObject([
      { code: 'care.billing' },
      { count: 3, unit: 'days', law: 'Ley 10/2025', topic: 'billing', valid_from: '2026-03-11', valid_to: null },
    ])
})

test('a term of the same day is named so, and an empty one is not taken for it', async () => {
  const counts: number[] = []
  const sameDay = { code: 'care.supervisor', kind: 'supervisor_call' as const }
  await show('/operator/norms', [
    mockCall(listNorms, () => ({
      items: [{ ...sameDay, rows: [{ ...builtIn, article: '10.3', count: 0, unit: 'working_days' as const }] }],
      ...{ today: '2026-03-10', topics: {} },
    })),
    mockCall(replaceNorm, ({ body }) => {
      counts.push(body.count)
      throw new Refused('invalid', 400, { fields: { count: ['not_count'] } })
    }),
  ])
  expect(screen.getByText('el mismo día o el siguiente laborable')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Sustituir Ley 10\/2025, art. 10.3/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => counts).toEqual([0])
  await userEvent.clear(dialog.getByRole('textbox', { name: /Cuánto/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => counts).toEqual([0, Number.NaN])
})

test('a row that has not begun is withdrawn after confirmation', async () => {
  const sent: unknown[] = []
  await show('/operator/norms', [
    mockCall(withdrawNorm, ({ params, body }) => {
      sent.push(params, body)
      return undefined
    }),
  ])
  await userEvent.click(screen.getByRole('button', { name: /^Cambiar Ley 2\/2027/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Retirar' }))
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, retirar' }))
  await expect.poll(() => sent).toEqual([{ code: 'data.copy', from: '2026-04-01' }, { version: 3 }])
})
