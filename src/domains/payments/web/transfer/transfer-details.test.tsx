import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { readTransferDetails } from '../../api.ts'
import { declined, item, transferDetails } from '../payment-samples.ts'
import { findDialog, messages, openPaymentDialog, press, standInProvider } from '../payment-testing.tsx'
import { TransferButton } from './transfer-button.tsx'

vi.mock('../card/sandbox-card.tsx', () => ({ sandboxCard: standInProvider }))
mockTopLayer()

type Details = typeof transferDetails

async function open(details: () => Details = () => transferDetails) {
  await renderAt('/invoices', <TransferButton item={item}>Transferencia</TransferButton>, {
    boot: { signedIn: anna, now: '2026-11-23T10:00:00Z' },
    messages,
    callMocks: [mockCall(readTransferDetails, details)],
  })
  await press('Transferencia')
  return within(await findDialog('Paga por transferencia'))
}

test('shows account, beneficiary, concept, amount and day, and a QR code with the same data', async () => {
  const dialog = await open()
  expect(await dialog.findByText('Hazla hasta el 05/12/2026. La veremos en unos 2 días.')).toBeTruthy()
  expect(dialog.getByText('Cuenta (IBAN)').nextElementSibling?.textContent).toBe('ES9121000418450200051332')
  expect(dialog.getByText('Beneficiario').nextElementSibling?.textContent).toBe('Demo Energia')
  expect(dialog.getByText('Concepto').nextElementSibling?.textContent).toBe('FE26/157374')
  expect(dialog.getByText('Importe').nextElementSibling?.textContent).toBe('45,69\u00a0€')
  expect(dialog.getByRole('img', { name: /^Código QR con la cuenta/ })).toBeTruthy()
})

test.each([
  ['Cuenta (IBAN)', 'ES9121000418450200051332'],
  ['Concepto', 'FE26/157374'],
])('lets the user copy %s', async (label, value) => {
  const user = userEvent.setup()
  const dialog = await open()
  await user.click(await dialog.findByRole('button', { name: `Copiar ${label}` }))
  expect(await navigator.clipboard.readText()).toBe(value)
})

test('shows the details alone without a QR code, and marks a day that is past', async () => {
  const dialog = await open(() => ({ ...transferDetails, code: null, due_date: '2026-11-05' }))
  expect(await dialog.findByText(/^El plazo acabó el 05\/11\/2026/)).toBeTruthy()
  expect(dialog.queryByRole('img')).toBeNull()
})

test('says what remains of an invoice that is paid in parts', async () => {
  const dialog = await open(() => ({ ...transferDetails, amount: 20, remaining: 25.69 }))
  const text = await dialog.findByText(/^Es la próxima parte de tu plan/)
  expect(text.textContent).toBe('Es la próxima parte de tu plan. Después faltarán 25,69\u00a0€.')
})

test('explains why an item can no longer be paid by transfer, and lets the user retry a failed request', async () => {
  const replies = vi.fn<() => Details>(() => {
    throw new Refused('unexpected', 500)
  })
  const dialog = await open(replies)
  await dialog.findByText('No hemos podido cargar la cuenta')
  replies.mockImplementation(() => {
    throw new Refused('no_transfer', 404)
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await dialog.findByText(messages.payments.refusals.no_transfer)).toBeTruthy()
})

test('offers a transfer to a user who pays by card, also after the card was declined', async () => {
  const transferable = { ...item, isTransferable: true }
  await openPaymentDialog({ target: { kind: 'item', item: transferable }, pay: () => declined })
  await press('Prefiero hacer una transferencia')
  expect(await screen.findByText('ES91', { exact: false })).toBeTruthy()
  await userEvent.type(await screen.findByLabelText('Número de la tarjeta'), '4242')
  await press(/^Pagar 45,69/)
  await findDialog('No hemos podido cobrar')
  expect(screen.getByRole('button', { name: 'Prefiero hacer una transferencia' })).toBeTruthy()
})

test('offers no transfer without an account', async () => {
  await openPaymentDialog()
  await screen.findByLabelText('Número de la tarjeta')
  expect(screen.queryByRole('button', { name: 'Prefiero hacer una transferencia' })).toBeNull()
})
