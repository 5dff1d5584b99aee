import { loadStripe } from '@stripe/stripe-js'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { claimInterrupted } from '../interrupted/interrupted-payment.ts'
import { item, paid, requiresAction } from '../payment-samples.ts'
import { findDialog, messages, openPaymentDialog, press } from '../payment-testing.tsx'
import type { PaymentTarget } from '../use-payment-target.ts'
import { standInStripe } from './stripe-testing.ts'

vi.mock('#kit/web/navigation/reload-page.ts', () => ({ reloadPage: vi.fn() }))
vi.mock('@stripe/stripe-js', () => ({ loadStripe: vi.fn() }))
mockTopLayer()

const { cardErrors } = messages.payments
let stripe: ReturnType<typeof standInStripe>
let key: string

beforeEach(() => {
  stripe = standInStripe()
  vi.mocked(loadStripe)
    .mockReset()
    .mockResolvedValue(stripe as never)
  stripe.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_9' } })
  // Stripe is loaded once per key, so every test has its own.
  key = `pk_${crypto.randomUUID()}`
})

async function openStripe(replies: Parameters<typeof openPaymentDialog>[0] = {}) {
  const opened = await openPaymentDialog({ platforms: () => ['stripe'], key: () => key, ...replies })
  await vi.waitFor(() => expect(isHeld()).toBe(false))
  return opened
}

test('Stripe’s fields are loaded only if the content security policy allows them, otherwise the page is reloaded once', async () => {
  sessionStorage.clear()
  await openPaymentDialog({ platforms: () => ['stripe'], key: () => key, cardPlatforms: [] })
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(loadStripe).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toContain('Cargando')
  expect(claimInterrupted(), 'the interrupted item').toEqual(item)
  expect(claimInterrupted(), 'returned only once').toBeNull()
  cleanup()

  const paying: PaymentTarget = { kind: 'item', item, isReloaded: true }
  await openPaymentDialog({ target: paying, platforms: () => ['stripe'], key: () => key, cardPlatforms: [] })
  await screen.findByText(messages.payments.dialog.noPlatform)
  expect(reloadPage).toHaveBeenCalledOnce()
})

const isHeld = () => screen.getByRole('button', { name: /^Pagar 45,69/ }).getAttribute('aria-disabled') === 'true'
const part = (name: 'cardNumber' | 'cardExpiry' | 'cardCvc') => stripe.partOf(name)
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)

describe('Stripe’s fields', () => {
  test('have the portal’s labels, a language that Stripe knows, and the key of the retailer', async () => {
    await openStripe()
    expect(loadStripe).toHaveBeenCalledExactlyOnceWith(key)
    expect(stripe.elements).toHaveBeenCalledWith(expect.objectContaining({ locale: 'es' }))
    for (const label of ['Número de la tarjeta', 'Caducidad', 'CVC']) {
      expect(screen.getByText(label, { selector: 'label' })).toBeDefined()
    }
  })

  test('create the method that is paid with', async () => {
    const pay = vi.fn(() => paid)
    await openStripe({ pay })
    await press(/^Pagar 45,69/)
    await findDialog('Pagada')
    expect(stripe.createPaymentMethod).toHaveBeenCalledWith({ type: 'card', card: part('cardNumber') })
    expect(pay).toHaveBeenCalledWith({
      body: {
        payment_method_id: 'pm_9',
        platform_name: 'stripe',
        item_id: 7,
        related_object_type: 'invoice',
        amount: 45.69,
      },
    })
  })

  test('are submitted by the Enter key, for which Stripe submits the surrounding form', async () => {
    await openStripe()
    fireEvent.submit(part('cardCvc').input.closest('form')!)
    expect(await findDialog('Pagada')).toBeDefined()
  })

  test('show errors while typing, and clear them once corrected', async () => {
    await openStripe()
    const incomplete = {
      type: 'validation_error',
      code: 'incomplete_expiry',
      message: 'Your card’s date is incomplete.',
    }
    act(() => part('cardExpiry').emit('change', { error: incomplete }))
    expect(alerts()).toContain(cardErrors.invalid_expiry_month)
    act(() => part('cardExpiry').emit('change', { error: undefined }))
    expect(alerts()).not.toContain(cardErrors.invalid_expiry_month)
  })

  test.each([
    ['the code', { type: 'validation_error', code: 'incomplete_cvc' }, 'cardCvc', cardErrors.invalid_cvc],
    ['the date', { type: 'card_error', code: 'expired_card' }, 'cardExpiry', cardErrors.expired_card],
    ['the number', { type: 'validation_error', code: 'invalid_number' }, 'cardNumber', cardErrors.incorrect_number],
    ['the connection alone', { type: 'api_connection_error' }, 'cardNumber', cardErrors.processing_error],
  ] as const)('with an error in %s get the focus, show our message, and pay nothing', async (_, error, name, words) => {
    stripe.createPaymentMethod.mockResolvedValue({ error })
    const pay = vi.fn(() => paid)
    await openStripe({ pay })
    await press(/^Pagar 45,69/)
    await vi.waitFor(() => expect(alerts()).toContain(words))
    expect(document.activeElement).toBe(part(name).input)
    expect(pay).not.toHaveBeenCalled()
    expect(isHeld()).toBe(false)
  })

  test('that cannot be loaded can be requested again', async () => {
    vi.mocked(loadStripe).mockRejectedValueOnce(new Error('Failed to load Stripe.js'))
    await openPaymentDialog({ platforms: () => ['stripe'], key: () => key })
    expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido abrir el pago')
    await press('Volver a intentarlo')
    expect(await screen.findByLabelText('cardNumber')).toBeDefined()
  })
})

describe('a bank authentication through Stripe', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['has been answered', () => Promise.resolve({ paymentIntent: {} })],
    ['has been answered with an error', () => Promise.resolve({ error: { type: 'invalid_request_error' } })],
    ['could not be reached', () => Promise.reject(new Error('Stripe is away.'))],
  ])('is shown over our dialog, and the server is asked once it %s', async (_, outcome) => {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    stripe.handleNextAction.mockImplementation(() => answered.then(outcome))
    const pay = vi.fn(() => paid).mockImplementationOnce(() => requiresAction)
    await openStripe({ pay })
    await press(/^Pagar 45,69/)
    await vi.waitFor(() => expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 's_1' }))
    expect(document.querySelector('dialog')?.open).toBe(false)
    await act(async () => resolve())
    expect(await findDialog('Pagada')).toBeDefined()
    expect(pay).toHaveBeenLastCalledWith({ body: { payment_intent_id: 'pi_1', platform_name: 'stripe' } })
    expect(stripe.handleNextAction).toHaveBeenCalledOnce()
  })
})
