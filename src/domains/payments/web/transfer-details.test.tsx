import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { readTransferDetails } from '../api.ts'
import { declined, item, transferDetails } from './payment-samples.ts'
import { findDialog, messages, openDesk, press, standInProvider } from './payment-testing.tsx'
import { TransferButton } from './transfer-button.tsx'

vi.mock('./sandbox-card.tsx', () => ({ sandboxCard: standInProvider }))
standInForTopLayer()

type Details = typeof transferDetails

async function open(details: () => Details = () => transferDetails) {
  await renderAt('/invoices', <TransferButton item={item}>Transferencia</TransferButton>, {
    boot: { signedIn: anna, now: '2026-11-23T10:00:00Z' },
    messages,
    answers: [answer(readTransferDetails, details)],
  })
  await press('Transferencia')
  return within(await findDialog('Paga por transferencia'))
}

test('account, beneficiary, concept, amount and day are shown, and a code that holds the same', async () => {
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
])('%s can be copied', async (label, value) => {
  const user = userEvent.setup()
  const dialog = await open()
  await user.click(await dialog.findByRole('button', { name: `Copiar ${label}` }))
  expect(await navigator.clipboard.readText()).toBe(value)
})

test('without a code the details stand alone, and a day that is past is told as such', async () => {
  const dialog = await open(() => ({ ...transferDetails, code: null, due_date: '2026-11-05' }))
  expect(await dialog.findByText(/^El plazo acabó el 05\/11\/2026/)).toBeTruthy()
  expect(dialog.queryByRole('img')).toBeNull()
})

test('what cannot be paid so any more says so, and what failed can be tried again', async () => {
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

test('whoever pays by card is offered a transfer, also once the card was declined', async () => {
  const transferable = { ...item, isTransferable: true }
  await openDesk({ paying: { kind: 'item', item: transferable }, pay: () => declined })
  await press('Prefiero hacer una transferencia')
  expect(await screen.findByText('ES91', { exact: false })).toBeTruthy()
  await userEvent.type(await screen.findByLabelText('Número de la tarjeta'), '4242')
  await press(/^Pagar 45,69/)
  await findDialog('No hemos podido cobrar')
  expect(screen.getByRole('button', { name: 'Prefiero hacer una transferencia' })).toBeTruthy()
})

test('where there is no account, no transfer is offered', async () => {
  await openDesk()
  await screen.findByLabelText('Número de la tarjeta')
  expect(screen.queryByRole('button', { name: 'Prefiero hacer una transferencia' })).toBeNull()
})
