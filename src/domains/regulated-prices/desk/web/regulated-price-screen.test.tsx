import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import approvalTexts from '#backoffice/approvals/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import {
  changeRegulatedPrice,
  planRegulatedPrice,
  type RegulatedPriceDetails,
  readRegulatedPrice,
  withdrawRegulatedPrice,
} from '../api.ts'
import texts from '../texts/es.json'
import { RegulatedPriceScreen } from './regulated-price-screen.tsx'

beforeEach(mockTopLayer)

const shared = { valid_to: null, is_provisional: false, condition: null } as const
const figure: RegulatedPriceDetails = {
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

function show(answers: NonNullable<Parameters<typeof renderAt>[2]>['callMocks'] = [], shown = figure) {
  return renderAt(
    '/operator/regulated/access_power%202.0TD',
    <ToastProvider>
      <RegulatedPriceScreen />
    </ToastProvider>,
    {
      path: '/operator/regulated/$name',
      messages: { 'desk-regulated-prices': texts, 'desk-approvals': approvalTexts },
      callMocks: [mockCall(readRegulatedPrice, () => shown), ...answers],
    },
  )
}

test('shows all values of a regulated price, and only planned ones can be edited', async () => {
  await show()
  expect(await screen.findByRole('heading', { name: '2.0TD: potencia' })).toBeTruthy()
  expect(screen.getByText(/27,704413 · 0,725423\s€\/kW·año/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /Cambiar/ })).toHaveLength(1)
})

test('the next value is entered per period, and the input stays when refused', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(planRegulatedPrice, ({ body }) => {
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

test('a planned value is withdrawn after confirmation', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(changeRegulatedPrice, () => ({ version: 3 })),
    mockCall(withdrawRegulatedPrice, ({ params, body }) => {
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

test('a value awaiting approval is marked, and no second one can be planned', async () => {
  const waiting = { id: 'a1', requested_by: 'Marta Soler', expires_at: '2026-11-27T10:00:00Z' }
  await show([], { ...figure, waiting_approval: waiting })
  expect(await screen.findByText(/Marta Soler lo ha pedido y espera a otro operador/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Añadir el valor siguiente|Cambiar/ })).toBeNull()
})
