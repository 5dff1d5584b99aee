import { loadStripe } from '@stripe/stripe-js'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadPage } from '#kit/web/reload-page.ts'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { takeInterrupted } from './interrupted-payment.ts'
import { asking, item, paid } from './payment-samples.ts'
import { findDialog, messages, openDesk, press } from './payment-testing.tsx'
import { standInStripe } from './stripe-testing.ts'
import type { Paying } from './use-paying.ts'

vi.mock('#kit/web/reload-page.ts', () => ({ reloadPage: vi.fn() }))
vi.mock('@stripe/stripe-js', () => ({ loadStripe: vi.fn() }))
standInForTopLayer()

const { cardErrors } = messages.payments
let stripe: ReturnType<typeof standInStripe>
let key: string

beforeEach(() => {
  stripe = standInStripe()
  vi.mocked(loadStripe)
    .mockReset()
    .mockResolvedValue(stripe as never)
  stripe.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_9' } })
  // Stripe is loaded once for a key, so every test has its own.
  key = `pk_${crypto.randomUUID()}`
})

async function openStripe(replies: Parameters<typeof openDesk>[0] = {}) {
  const opened = await openDesk({ platforms: () => ['stripe'], key: () => key, ...replies })
  await vi.waitFor(() => expect(isHeld()).toBe(false))
  return opened
}

test('they are only fetched on a page whose policy lets them in, and for others the page is loaded anew, once', async () => {
  sessionStorage.clear()
  await openDesk({ platforms: () => ['stripe'], key: () => key, cardPlatforms: [] })
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(loadStripe).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toContain('Cargando')
  expect(takeInterrupted(), 'what was being paid').toEqual(item)
  expect(takeInterrupted(), 'is told once').toBeNull()
  cleanup()

  const paying: Paying = { kind: 'item', item, isReloaded: true }
  await openDesk({ paying, platforms: () => ['stripe'], key: () => key, cardPlatforms: [] })
  await screen.findByText(messages.payments.dialog.noPlatform)
  expect(reloadPage).toHaveBeenCalledOnce()
})

const isHeld = () => screen.getByRole('button', { name: /^Pagar 45,69/ }).getAttribute('aria-disabled') === 'true'
const part = (name: 'cardNumber' | 'cardExpiry' | 'cardCvc') => stripe.partOf(name)
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)

describe('Stripe’s fields', () => {
  test('stand under our words, in a language that Stripe knows, with the key of the retailer', async () => {
    await openStripe()
    expect(loadStripe).toHaveBeenCalledExactlyOnceWith(key)
    expect(stripe.elements).toHaveBeenCalledWith(expect.objectContaining({ locale: 'es' }))
    for (const label of ['Número de la tarjeta', 'Caducidad', 'CVC']) {
      expect(screen.getByText(label, { selector: 'label' })).toBeDefined()
    }
  })

  test('make the method that is paid with', async () => {
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

  test('are sent by the return key, by which Stripe sends the form around them', async () => {
    await openStripe()
    fireEvent.submit(part('cardCvc').input.closest('form')!)
    expect(await findDialog('Pagada')).toBeDefined()
  })

  test('say what is wrong while one types, and forget it once it is right', async () => {
    await openStripe()
    const incomplete = {
      type: 'validation_error',
      code: 'incomplete_expiry',
      message: 'Your card’s date is incomplete.',
    }
    act(() => part('cardExpiry').tell('change', { error: incomplete }))
    expect(alerts()).toContain(cardErrors.invalid_expiry_month)
    act(() => part('cardExpiry').tell('change', { error: undefined }))
    expect(alerts()).not.toContain(cardErrors.invalid_expiry_month)
  })

  test.each([
    ['the code', { type: 'validation_error', code: 'incomplete_cvc' }, 'cardCvc', cardErrors.invalid_cvc],
    ['the date', { type: 'card_error', code: 'expired_card' }, 'cardExpiry', cardErrors.expired_card],
    ['the number', { type: 'validation_error', code: 'invalid_number' }, 'cardNumber', cardErrors.incorrect_number],
    ['nothing but the connection', { type: 'api_connection_error' }, 'cardNumber', cardErrors.processing_error],
  ] as const)('where %s is wrong lead there, say so in our words, and pay nothing', async (_, error, name, words) => {
    stripe.createPaymentMethod.mockResolvedValue({ error })
    const pay = vi.fn(() => paid)
    await openStripe({ pay })
    await press(/^Pagar 45,69/)
    await vi.waitFor(() => expect(alerts()).toContain(words))
    expect(document.activeElement).toBe(part(name).input)
    expect(pay).not.toHaveBeenCalled()
    expect(isHeld()).toBe(false)
  })

  test('that cannot be fetched can be asked for again', async () => {
    vi.mocked(loadStripe).mockRejectedValueOnce(new Error('Failed to load Stripe.js'))
    await openDesk({ platforms: () => ['stripe'], key: () => key })
    expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido abrir el pago')
    await press('Volver a intentarlo')
    expect(await screen.findByLabelText('cardNumber')).toBeDefined()
  })
})

describe('a bank that asks by way of Stripe', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['has been answered', () => Promise.resolve({ paymentIntent: {} })],
    ['has been answered with no', () => Promise.resolve({ error: { type: 'invalid_request_error' } })],
    ['could not be reached', () => Promise.reject(new Error('Stripe is away.'))],
  ])('is shown over our dialog, and the server is asked once it %s', async (_, outcome) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    stripe.handleNextAction.mockImplementation(() => answered.then(outcome))
    const pay = vi.fn(() => paid).mockImplementationOnce(() => asking)
    await openStripe({ pay })
    await press(/^Pagar 45,69/)
    await vi.waitFor(() => expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 's_1' }))
    expect(document.querySelector('dialog')?.open).toBe(false)
    await act(async () => answer())
    expect(await findDialog('Pagada')).toBeDefined()
    expect(pay).toHaveBeenLastCalledWith({ body: { payment_intent_id: 'pi_1', platform_name: 'stripe' } })
    expect(stripe.handleNextAction).toHaveBeenCalledOnce()
  })
})
