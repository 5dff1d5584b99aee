import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import approvalTexts from '#desks/approvals/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { answer, renderAt } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { ToastProvider } from '#kit/web/toast.tsx'
import { changeFigure, planFigure, type ReadFigure, readFigure, withdrawFigure } from '../api.ts'
import texts from '../texts/es.json'
import { FigureScreen } from './figure-screen.tsx'

beforeEach(standInForTopLayer)

const shared = { valid_to: null, is_provisional: false } as const
const figure: ReadFigure = {
  ...{ name: 'access_power 2.0TD', group: 'access', unit: 'EUR/kW·year', shape: 'periods', tariff: '2.0TD', count: 2 },
  today: '2026-11-20',
  waiting_approval: null,
  rows: [
    {
      ...{ ...shared, valid_from: '2027-01-01', values: ['28', '0.8'], source: 'Orden TED/1/2027' },
      ...{ standing: 'planned', version: 2 },
    },
    {
      ...{ ...shared, valid_from: '2026-01-01', valid_to: '2027-01-01', values: ['27.704413', '0.725423'] },
      ...{ source: 'BOE-A-2025-26348', standing: 'in_force', version: null },
    },
  ],
}

function show(answers: NonNullable<Parameters<typeof renderAt>[2]>['answers'] = [], shown = figure) {
  return renderAt(
    '/operator/regulated/access_power%202.0TD',
    <ToastProvider>
      <FigureScreen />
    </ToastProvider>,
    {
      path: '/operator/regulated/$name',
      messages: { 'desk-regulated': texts, 'desk-approvals': approvalTexts },
      answers: [answer(readFigure, () => shown), ...answers],
    },
  )
}

test('a figure is told with all its values, and only what is to come can be changed', async () => {
  await show()
  expect(await screen.findByRole('heading', { name: '2.0TD: potencia' })).toBeTruthy()
  expect(screen.getByText(/27,704413 · 0,725423\s€\/kW·año/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /Cambiar/ })).toHaveLength(1)
})

test('the next value is entered for each period, and stays as typed where it is refused', async () => {
  const sent: unknown[] = []
  await show([
    answer(planFigure, ({ body }) => {
      sent.push(body)
      throw new Refused('invalid', 400, { fields: { source: ['Escribe la norma.'] } })
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Añadir el valor siguiente' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2.0TD: potencia: el valor siguiente' }))
  const first = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Periodo P1' })
  await userEvent.type(first, '29,5')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Periodo P2' }), '0.9')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Escribe la norma.')).toBeTruthy()
  expect(first.value).toBe('29,5')
  expect(sent).toEqual([{ valid_from: '2026-11-21', valid_to: null, values: ['29.5', '0.9'], source: '' }])
})

test('what is to come is withdrawn after asking once more', async () => {
  const sent: unknown[] = []
  await show([
    answer(changeFigure, () => ({ version: 3 })),
    answer(withdrawFigure, ({ params, body }) => {
      sent.push(params, body)
      return { approval_id: 'a1', expires_at: '2026-11-27T10:00:00Z' }
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar el valor desde el 01/01/2027' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Periodo P2' }).value).toBe('0,8')
  await userEvent.click(dialog.getByRole('button', { name: 'Retirar' }))
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, retirar' }))
  await expect.poll(() => sent).toEqual([{ name: 'access_power 2.0TD', from: '2027-01-01' }, { version: 2 }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a value that waits for another operator says so, and no second one is offered', async () => {
  const waiting = { id: 'a1', requested_by: 'Marta Soler', expires_at: '2026-11-27T10:00:00Z' }
  await show([], { ...figure, waiting_approval: waiting })
  expect(await screen.findByText(/Marta Soler lo ha pedido y espera a otro operador/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Añadir el valor siguiente|Cambiar/ })).toBeNull()
})
