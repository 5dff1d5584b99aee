import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import approvalTexts from '#backoffice/approvals/texts/es.json'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import dutyTexts from '../../duties/texts/es.json'
import { approveCompensation, type ListedCompensation, listCompensations, rejectCompensation } from '../api.ts'
import texts from '../texts/es.json'
import { CompensationsScreen } from './compensations-screen.tsx'

beforeEach(mockTopLayer)

const proposed: ListedCompensation = {
  ...{ id: 'c1', state: 'proposed', customer: { id: 3, name: 'Eva García' }, contract: '0049077' },
  ...{ kind: 'connection_offer', due_on: '2026-03-09', done_at: null, source: 'RD 1955/2000 105.6' },
  ...{ minimum: 30.06, percent_of_first_bill: 10, amount: null, invoice_number: null, reason: null },
  waiting_approval: null,
}

async function show(items: ListedCompensation[], mocks: CallMock[] = []) {
  await renderAt(
    '/operator/compensations',
    <ToastProvider>
      <CompensationsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-compensations': texts, 'desk-duties': dutyTexts, 'desk-approvals': approvalTexts },
      callMocks: [mockCall(listCompensations, () => ({ items, total: items.length })), ...mocks],
    },
  )
  await screen.findByText('Eva García')
}

test('a proposal shows what is paid at least, and is approved by a second operator', async () => {
  const sent: unknown[] = []
  await show(
    [proposed],
    [
      mockCall(approveCompensation, ({ params }) => {
        sent.push(params)
        return { approval_id: 'a1', expires_at: '2026-03-12T10:00:00Z' }
      }),
    ],
  )
  expect(screen.getByText(/30,06\s€, o el 10 % de la primera factura si es más/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Aprobar la de Eva García' }))
  expect(await screen.findAllByText('Pedido. Se hará cuando otro operador lo apruebe.')).not.toEqual([])
  expect(sent).toEqual([{ id: 'c1' }])
})

test('is rejected with a reason', async () => {
  const sent: unknown[] = []
  await show(
    [proposed],
    [
      mockCall(rejectCompensation, ({ body }) => {
        sent.push(body)
        return undefined
      }),
    ],
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rechazar la de Eva García' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar la compensación de Eva García' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'El plazo se paró.')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  await expect.poll(() => sent).toEqual([{ reason: 'El plazo se paró.' }])
})

test('one that awaits another operator has no actions', async () => {
  const waiting = { id: 'a1', requested_by: 'Marta Soler', expires_at: '2026-03-12T10:00:00Z' }
  await show([{ ...proposed, waiting_approval: waiting }])
  expect(screen.getByText(/Marta Soler la ha aprobado/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Aprobar/ })).toBeNull()
})
