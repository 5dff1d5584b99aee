import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { storePendingPayment } from './interrupted/pending-payment.ts'
import { booked, declined, item, notBooked, type PayReply, paid, requiresAction } from './payment-samples.ts'
import { findDialog, messages, openPaymentDialog, press, standInProvider } from './payment-testing.tsx'
import type { PaymentTarget } from './use-payment-target.ts'

vi.mock('./card/sandbox-card.tsx', () => ({ sandboxCard: standInProvider }))
mockTopLayer()
beforeEach(() => localStorage.clear())

async function payWith(number: string) {
  await userEvent.type(await screen.findByLabelText('Número de la tarjeta'), number)
  await press(/^Pagar 45,69/)
}

const noConnection = new TypeError('Failed to fetch')

function failing(failure: Error) {
  return (): never => {
    throw failure
  }
}

/** Returns a reply that is pending until it is released. */
function held<Reply>() {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return { reply: () => promise, letGo: (reply: Reply) => act(async () => resolve(reply)) }
}

describe('the details', () => {
  test('show at once what is paid, and then the card fields', async () => {
    await openPaymentDialog()
    const details = screen.getByRole('dialog', { name: 'Pagar con tarjeta' })
    expect(details.textContent).toContain('Factura FE26/157374')
    expect(details.textContent).toContain('45,69')
    expect(within(details).getByRole('status').textContent).toContain('Cargando')
    expect(await screen.findByLabelText('Número de la tarjeta')).toBeDefined()
    expect(within(details).queryByRole('status')).toBeNull()
  })

  test('can be closed', async () => {
    const { onClose, onSettled } = await openPaymentDialog()
    await press('Cancelar')
    expect(onClose).toHaveBeenCalledOnce()
    expect(onSettled).not.toHaveBeenCalled()
  })

  test('keep an invalid card number, and do not charge it', async () => {
    const pay = vi.fn(() => paid)
    await openPaymentDialog({ pay })
    await payWith('42')
    expect((await screen.findByRole('alert')).textContent).toBe(messages.payments.cardErrors.invalid_number)
    expect(screen.getByLabelText<HTMLInputElement>('Número de la tarjeta').value).toBe('42')
    expect(pay).not.toHaveBeenCalled()
  })

  test('are submitted by the Enter key as well', async () => {
    const pay = vi.fn(() => paid)
    await openPaymentDialog({ pay })
    await userEvent.type(await screen.findByLabelText('Número de la tarjeta'), '4242{Enter}')
    await findDialog('Pagada')
    expect(pay).toHaveBeenCalledWith({
      body: {
        payment_method_id: 'pm_1',
        platform_name: 'sandbox',
        item_id: 7,
        related_object_type: 'invoice',
        amount: 45.69,
      },
    })
  })
})

test('a changed amount is shown beside the one that was seen, and confirmed again before anything is charged', async () => {
  const changed = new Refused('amount_changed', 409, { extra: { current: { amount: 95.69 } } })
  const pay = vi.fn<() => PayReply>(() => paid).mockImplementationOnce(failing(changed))
  const { onSettled } = await openPaymentDialog({ pay })
  await payWith('4242')
  const dialog = await findDialog('El importe ha cambiado')
  expect(onSettled, 'the list can show the new amount').toHaveBeenCalledOnce()
  expect(dialog.textContent).toMatch(/Lo has visto a45,69.€Ahora debes95,69.€/)
  await press(/^Pagar 95,69/)
  await findDialog('Pagada')
  const [, again] = pay.mock.calls as unknown as [unknown, [{ body: object }]]
  expect(again[0].body).toMatchObject({ payment_method_id: 'pm_1', amount: 95.69 })
})

describe('an explanation replaces the card fields if', () => {
  test.each([
    ['the retailer offers no provider', { platforms: () => [] }],
    ['this portal supports none of the offered providers', { platforms: () => ['bizum'] }],
  ])('%s', async (_, replies) => {
    const { onClose } = await openPaymentDialog(replies)
    expect(await screen.findByText(messages.payments.dialog.noPlatform)).toBeDefined()
    await userEvent.click(screen.getAllByRole('button', { name: 'Cerrar' }).at(-1)!)
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('the customer may not pay by card', async () => {
    await openPaymentDialog({ key: failing(new Refused('platform_denied', 403)) })
    expect(await screen.findByText(messages.payments.refusals.platform_denied)).toBeDefined()
  })

  test('loading has failed, which can be retried', async () => {
    await openPaymentDialog({ key: vi.fn(() => 'pk_1').mockImplementationOnce(failing(noConnection)) })
    expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido abrir el pago')
    await press('Volver a intentarlo')
    expect(await screen.findByLabelText('Número de la tarjeta')).toBeDefined()
  })
})

describe('a payment', () => {
  test('cannot be closed while the card is being charged', async () => {
    const { reply, letGo } = held<PayReply>()
    const { onClose } = await openPaymentDialog({ pay: reply })
    await payWith('4242')
    const waiting = await findDialog('Estamos cobrando')
    expect(within(waiting).queryByRole('button')).toBeNull()
    await act(async () => waiting.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(onClose).not.toHaveBeenCalled()
    await letGo(paid)
    expect(await findDialog('Pagada')).toBeDefined()
  })

  test('that succeeded shows what was paid, when, by whom and with which card', async () => {
    const { onSettled, onClose } = await openPaymentDialog()
    await payWith('4242')
    const summary = await findDialog('Pagada')
    await within(summary).findByText('Pagada por anna@example.test')
    for (const shown of ['45,69', 'FE26/157374', '20/11/2026, 16:24', 'acabada en 4242', 'pi_1']) {
      expect(summary.textContent).toContain(shown)
    }
    expect(screen.getByRole('button', { name: 'Justificante' })).toBeDefined()
    expect(onSettled).toHaveBeenCalledOnce()
    await press('Listo')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('that is not booked yet is not paid a second time', async () => {
    await openPaymentDialog({ summary: () => notBooked })
    await payWith('4242')
    const notice = await findDialog('Aún no nos consta el pago')
    expect(notice.textContent).toContain(messages.payments.summary.notFound.text)
    expect(within(notice).queryByRole('button', { name: 'Justificante' })).toBeNull()
  })

  test('whose summary cannot be loaded is shown as paid all the same', async () => {
    await openPaymentDialog({ summary: vi.fn(() => booked).mockImplementationOnce(failing(noConnection)) })
    await payWith('4242')
    expect((await screen.findByRole('alert')).textContent).toContain('La factura está pagada')
    await press('Volver a intentarlo')
    expect(await screen.findByText('Pagada por anna@example.test')).toBeDefined()
  })

  test('that is declined is explained, and can be retried with the card as typed', async () => {
    const pay = vi.fn(() => paid).mockImplementationOnce(() => declined)
    const { onSettled } = await openPaymentDialog({ pay })
    await payWith('4242')
    const failed = await findDialog('No hemos podido cobrar')
    expect(within(failed).getByRole('alert').textContent).toBe(messages.payments.cardErrors.card_declined)
    expect(onSettled).toHaveBeenCalledOnce()
    await press('Volver a intentar')
    expect(await findDialog('Pagar con tarjeta')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Número de la tarjeta').value).toBe('4242')
    await press(/^Pagar 45,69/)
    expect(await findDialog('Pagada')).toBeDefined()
  })

  const { refusals } = messages.payments
  test.each([
    ['for an item that another tab has paid', new Refused('not_payable', 409), refusals.not_payable],
    ['for a customer who may not use the platform', new Refused('platform_denied', 403), refusals.platform_denied],
    ['by a read-only user', new Refused('token_readonly', 403), messages.app.refusals.token_readonly],
  ])('%s is explained, and cannot be retried', async (_, failure, words) => {
    await openPaymentDialog({ pay: failing(failure) })
    await payWith('4242')
    const failed = await findDialog('No hemos podido cobrar')
    expect(within(failed).getByRole('alert').textContent).toBe(words)
    expect(within(failed).queryByRole('button', { name: 'Volver a intentar' })).toBeNull()
  })

  test('with an unknown outcome cannot be retried', async () => {
    const { onSettled } = await openPaymentDialog({ pay: failing(noConnection) })
    await payWith('4242')
    const unknown = await findDialog('Lo estamos comprobando')
    expect(within(unknown).getByRole('alert').textContent).toBe(messages.payments.cardErrors.outcome_unknown)
    expect(within(unknown).queryByRole('button', { name: 'Volver a intentar' })).toBeNull()
    expect(onSettled).toHaveBeenCalledOnce()
  })
})

describe('a card whose bank requires authentication', () => {
  test('is charged once its holder has answered', async () => {
    const pay = vi.fn(() => paid).mockImplementationOnce(() => requiresAction)
    await openPaymentDialog({ pay })
    await payWith('4242')
    expect(await findDialog('Confirma el pago en tu banco')).toBeDefined()
    await press('Soy yo (pi_1, s_1)')
    expect(await findDialog('Pagada')).toBeDefined()
    expect(pay).toHaveBeenLastCalledWith({ body: { payment_intent_id: 'pi_1', platform_name: 'sandbox' } })
  })

  test.each(['Cancelar el pago', 'Cerrar'])('is abandoned by "%s", and the server is notified', async (way) => {
    const brokenOff: PayReply = { ...declined, error: 'payment_intent_unexpected_state' }
    const pay = vi.fn(() => brokenOff).mockImplementationOnce(() => requiresAction)
    const { onClose } = await openPaymentDialog({ pay })
    await payWith('4242')
    await findDialog('Confirma el pago en tu banco')
    await press(way)
    const failed = await findDialog('No hemos podido cobrar')
    expect(failed.textContent).toContain(messages.payments.cardErrors.payment_intent_unexpected_state)
    expect(pay).toHaveBeenCalledTimes(2)
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('a payment that the bank’s page returns to', () => {
  const remembered = { paymentId: 'pi_1', platform: 'stripe', item }
  const paying: PaymentTarget = { kind: 'returned', paymentId: 'pi_1' }

  test('continues automatically, with the stored data', async () => {
    storePendingPayment(remembered)
    const pay = vi.fn(() => paid)
    const { onSettled } = await openPaymentDialog({ target: paying, pay })
    const summary = await findDialog('Pagada')
    await within(summary).findByText('Pagada por anna@example.test')
    expect(pay.mock.calls).toEqual([[{ body: { payment_intent_id: 'pi_1', platform_name: 'stripe' } }]])
    expect(onSettled).toHaveBeenCalledOnce()
    expect(localStorage).toHaveLength(0)
  })

  test('is stored when authentication starts', async () => {
    await openPaymentDialog({ pay: () => requiresAction })
    await payWith('4242')
    await findDialog('Confirma el pago en tu banco')
    expect(JSON.parse(localStorage.getItem('payment')!)).toEqual({ paymentId: 'pi_1', platform: 'sandbox', item })
  })

  test('can be retried if it failed', async () => {
    storePendingPayment(remembered)
    await openPaymentDialog({ target: paying, pay: () => declined })
    await findDialog('No hemos podido cobrar')
    await press('Volver a intentar')
    expect(await findDialog('Pagar con tarjeta')).toBeDefined()
    expect(await screen.findByLabelText('Número de la tarjeta')).toBeDefined()
  })

  test.each([
    ['another payment was stored', () => storePendingPayment({ ...remembered, paymentId: 'pi_2' })],
    ['nothing was stored', () => {}],
    ['something else is stored', () => localStorage.setItem('payment', '{"item":7}')],
    ['the stored text is not JSON', () => localStorage.setItem('payment', '{')],
  ])('shows nothing if %s', async (_, before) => {
    before()
    const pay = vi.fn(() => paid)
    await openPaymentDialog({ target: paying, pay })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(pay).not.toHaveBeenCalled()
  })
})

describe('a payment on the provider’s own page', () => {
  const remembered = { paymentId: '1234abcdefgh', platform: 'redsys', item }
  const paying: PaymentTarget = { kind: 'returned', paymentId: '1234abcdefgh' }
  const body = { payment_intent_id: '1234abcdefgh', platform_name: 'redsys' }
  const open: PayReply = { ...requiresAction, payment_intent_id: '1234abcdefgh' }
  const brokenOff: PayReply = { ...declined, error: 'payment_intent_unexpected_state' }

  test('is announced before the redirect', async () => {
    await openPaymentDialog({ platforms: () => ['redsys'] })
    expect(await screen.findByText(messages.payments.dialog.elsewhere.text)).toBeDefined()
    expect(screen.getByRole('button', { name: /^Pagar 45,69/ })).toBeDefined()
  })

  test('is polled if the browser returns before the report', async () => {
    storePendingPayment(remembered)
    const pay = vi.fn(() => paid).mockImplementationOnce(() => open)
    const { onSettled } = await openPaymentDialog({ target: paying, pay })
    expect(await findDialog('Estamos cobrando')).toBeDefined()
    expect(await screen.findByRole('dialog', { name: 'Pagada' })).toBeDefined()
    expect(pay.mock.calls).toEqual([[{ body }], [{ body }]])
    expect(onSettled).toHaveBeenCalledOnce()
  })

  test('that was refused is explained at once', async () => {
    storePendingPayment(remembered)
    await openPaymentDialog({ target: paying, pay: () => declined })
    const failed = await findDialog('No hemos podido cobrar')
    expect(failed.textContent).toContain(messages.payments.cardErrors.card_declined)
  })

  test('that the provider returns from without payment is given up, once the report had time to arrive', async () => {
    storePendingPayment(remembered)
    const pay = vi.fn(() => brokenOff).mockImplementationOnce(() => open)
    const { search } = await openPaymentDialog({ target: paying, pay, address: '/invoices?redirect_status=failed' })
    const failed = await screen.findByRole('dialog', { name: 'No hemos podido cobrar' })
    expect(failed.textContent).toContain(messages.payments.cardErrors.payment_intent_unexpected_state)
    expect(pay.mock.calls).toEqual([[{ body }], [{ body: { ...body, given_up: true } }]])
    expect(search()).toEqual({})
  })
})
