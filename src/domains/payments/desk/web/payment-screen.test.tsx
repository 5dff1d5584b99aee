import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import approvalTexts from '#backoffice/approvals/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type PaymentDetails, readPayment, refundPayment } from '../api.ts'
import texts from '../texts/es.json'
import { PaymentScreen } from './payment-screen.tsx'

beforeEach(mockTopLayer)

const id = '99100733-0000-4000-8000-000000000000'
const at = '2026-03-01T10:00:00Z'
const base = { id, at, amount: 45.69, state: 'succeeded' as const, error: null, platform: 'stripe', card_last4: '4242' }
const payment: PaymentDetails = {
  ...base,
  updated_at: at,
  provider_payment: 'pi_1',
  paid_by: 'eva@example.test',
  item: { kind: 'invoice', number: 'FE26/1', paid_status: 'paid', amount_pending: 0 },
  customer: { id: 3, name: 'Eva García', tax_id: '99100733N' },
  contract: '0049077',
  attempts: [base],
  reports: [],
  refunds: [],
  refundable: 45.69,
  has_platform: true,
  waiting_approval: null,
}

function show(shown: PaymentDetails, refund: (body: unknown) => void = () => {}) {
  return renderAt(
    `/operator/payments/${id}`,
    <ToastProvider>
      <PaymentScreen />
    </ToastProvider>,
    {
      path: '/operator/payments/$id',
      messages: { 'desk-payments': texts, 'desk-approvals': approvalTexts },
      callMocks: [
        mockCall(readPayment, () => shown),
        mockCall(refundPayment, ({ body }) => {
          refund(body)
          return { approval_id: 'a1', expires_at: '2026-03-08T10:00:00Z' }
        }),
      ],
    },
  )
}

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Devolver' }))
  return within(await screen.findByRole('dialog', { name: 'Devolver el pago de la factura FE26/1' }))
}

test('part of a payment is refunded with a reason', async () => {
  const sent: unknown[] = []
  await show(payment, (body) => sent.push(body))
  const dialog = await openDialog()
  const amount = dialog.getByRole('textbox', { name: 'Importe en euros' })
  expect((amount as HTMLInputElement).value).toBe('45,69')
  await userEvent.clear(amount)
  await userEvent.type(amount, '5,69')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Cobrada dos veces')
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  const body = { amount: 5.69, reason: 'Cobrada dos veces', is_owed_again: false, refund_id: expect.any(String) }
  await expect.poll(() => sent).toEqual([body])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findAllByText(/Se hará cuando otro operador lo apruebe/)).not.toHaveLength(0)
})

test('a payment with a refund awaiting approval says so and offers no second one', async () => {
  const waiting = { id: 'a1', requested_by: 'Marta Soler', expires_at: '2026-03-08T10:00:00Z' }
  await show({ ...payment, waiting_approval: waiting })
  expect(await screen.findByText(/Marta Soler lo ha pedido y espera a otro operador/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver la solicitud' }).getAttribute('href')).toBe('/operator/approvals/a1')
  expect(screen.queryByRole('button', { name: 'Devolver' })).toBeNull()
})

test('an excessive amount and a missing reason are shown before the request is sent', async () => {
  const sent: unknown[] = []
  await show(payment, (body) => sent.push(body))
  const dialog = await openDialog()
  const amount = dialog.getByRole('textbox', { name: 'Importe en euros' })
  await userEvent.clear(amount)
  await userEvent.type(amount, '45,70')
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  expect(dialog.getByText(/Pon un importe con dos decimales/)).toBeTruthy()
  expect(dialog.getByText('Escribe el motivo.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('the input stays on a conflict, and a retry requests the same refund', async () => {
  const sent: { refund_id: string }[] = []
  await show(payment, (body) => {
    sent.push(body as { refund_id: string })
    throw new Refused('refund_too_much', 409)
  })
  const dialog = await openDialog()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Cobrada dos veces')
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  expect(await dialog.findByText(/Ya no queda tanto por devolver/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[0]!.refund_id).toBe(sent[1]!.refund_id)
})

test('an unanswered refund can be resolved, and a refund that is impossible is not offered', async () => {
  const refund = {
    ...{ id: 'r1', amount: 45.69, state: 'unknown' as const, source: 'desk' as const, is_owed_again: false },
    ...{ reason: 'Cobrada dos veces', ordered_by: 'Jordi', ordered_at: at, updated_at: at, provider_refund: null },
  }
  await show({ ...payment, refunds: [refund], refundable: 0 })
  await userEvent.click(await screen.findByRole('button', { name: 'Aclarar' }))
  expect(await screen.findByRole('dialog', { name: '¿Qué pasó con la devolución?' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Devolver' })).toBeNull()
})
