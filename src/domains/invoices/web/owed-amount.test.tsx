import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storePendingPayment } from '#domains/payments/web/interrupted/pending-payment.ts'
import { paid } from '#domains/payments/web/payment-samples.ts'
import { standInProvider } from '#domains/payments/web/payment-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import app from '../../../app/texts/es.json'
import { wireInvoice, wireMultipointInvoice } from './invoice-testing.ts'
import { type InvoicesByType, oldestOwed, paidInvoice, press, show, table } from './invoices-screen-testing.tsx'

vi.mock('#domains/payments/web/card/sandbox-card.tsx', () => ({ sandboxCard: standInProvider }))
mockTopLayer()
beforeEach(() => localStorage.clear())

describe('the owed amount', () => {
  const summaryCard = () => screen.findByRole('region', { name: /por pagar$/ })

  test('is shown in total, with a button to pay the oldest invoice', async () => {
    await show('/invoices')
    const visibleText = (await summaryCard()).textContent?.replaceAll('\u00a0', ' ')
    expect(visibleText).toContain('Tienes 2 facturas por pagar')
    expect(visibleText).toContain('65,69 €')
    expect(within(await summaryCard()).getByRole('button').textContent).toMatch(/^Pagar julio: 20,00\s€$/)
  })

  test('has no summary card if nothing is owed', async () => {
    await show('/invoices', { held: { electricity: [paidInvoice] } })
    await table()
    expect(screen.queryByRole('region', { name: /por pagar$/ })).toBeNull()
  })

  test('is shown without a button if the retailer accepts no cards', async () => {
    const unpayable = wireInvoice({ online_payment: { payment_enabled: false, rel_object_type: 'invoice' } })
    await show('/invoices', { held: { electricity: [unpayable] } })
    expect(within(await summaryCard()).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  })

  test('is paid from its row, and the list then reflects the payment', async () => {
    const held: InvoicesByType = { electricity: [wireInvoice()] }
    const { pay } = await show('/invoices', { held })
    pay.mockImplementation(() => {
      held.electricity = [wireInvoice({ paid_status: 'paid', amount_pending: 0 })]
      return paid
    })
    await press(/^Pagar 45,69\s€, FE26\/157374$/)
    const dialog = await screen.findByRole('dialog', { name: 'Pagar con tarjeta' })
    await userEvent.type(await within(dialog).findByLabelText('Número de la tarjeta'), '4242{Enter}')
    await screen.findByRole('dialog', { name: 'Pagada' })
    expect(pay).toHaveBeenCalledWith({ body: expect.objectContaining({ item_id: 7, related_object_type: 'invoice' }) })
    await press('Listo')
    await vi.waitFor(async () => expect(within(await table()).queryByText('Sin pagar')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is opened for payment by the action in the address: the oldest one, once', async () => {
    const { router } = await show('/invoices?contractType=electricity&action=payOnline')
    const dialog = await screen.findByRole('dialog', { name: 'Pagar con tarjeta' })
    expect(dialog.textContent).toContain('Factura FE26/149540')
    expect(router.state.location.search).not.toHaveProperty('action')
    expect(router.state.location.search).toMatchObject({ contractType: 'electricity' })
  })

  test('is opened by the action for an awaited transfer and for another kind, if nothing else can be paid', async () => {
    const held = { electricity: [paidInvoice], multipoint: [wireMultipointInvoice()] }
    await show('/invoices?contractType=electricity&action=payOnline', { held })
    const dialog = await screen.findByRole('dialog', { name: 'Pagar con tarjeta' })
    expect(dialog.textContent).toContain('Factura FM26/7')
  })

  test('is opened by the action for the contract in the address, however old the debt of others', async () => {
    const elsewhere = wireInvoice({ ...oldestOwed, id: 99, number: 'FE26/1', contract: { name: '0099999' } })
    const held = { electricity: [wireInvoice(), elsewhere], multipoint: [wireMultipointInvoice()] }
    const { list } = await show('/invoices?contractType=electricity&contractName=0048213&action=payOnline', { held })
    const dialog = await screen.findByRole('dialog', { name: 'Pagar con tarjeta' })
    expect(dialog.textContent).toContain(`Factura ${wireInvoice().number}`)
    const contractFilter = list.mock.calls
      .map(([sent]) => sent?.query?.filter)
      .find((filter) => filter?.includes('"in"'))
    expect(JSON.parse(contractFilter!)).toContainEqual(['contract.name', '=', '0048213'])
  })

  test('is not opened by the action for a contract that owes nothing, even if another does', async () => {
    const elsewhere = wireInvoice({ ...oldestOwed, contract: { name: '0099999' } })
    await show('/invoices?contractType=electricity&contractName=0048213&action=payOnline', {
      held: { electricity: [elsewhere] },
    })
    expect(within(await screen.findByRole('alert')).getByText('No tienes ninguna factura por pagar.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  const closed = { online_payment: { payment_enabled: false, rel_object_type: 'invoice' } }
  const gathered = { ...closed, multipoint_invoice: { number: 'FM26/7', date: '2026-11-05' } }
  test.each([
    ['where nothing is owed', { held: { electricity: [paidInvoice] } }, 'No tienes ninguna factura por pagar.'],
    ['for a read-only user', { signedIn: { readonly: true } }, app.refusals.token_readonly],
    [
      'where no card is accepted',
      { held: { electricity: [wireInvoice(closed)] } },
      /^Ahora no se puede pagar con tarjeta. Vuelve/,
    ],
    [
      'where only a transfer is possible',
      { held: { electricity: [wireInvoice({ ...closed, transfer_enabled: true })] } },
      /^Ahora no se puede pagar con tarjeta. Puedes pagar por transferencia/,
    ],
    [
      'where a multipoint invoice is paid instead',
      { held: { electricity: [wireInvoice(gathered)] } },
      /factura conjunta/,
    ],
  ])('is not opened by the action %s, and the reason is shown', async (_, stage, reason) => {
    const { router } = await show('/invoices?action=payOnline', stage)
    const alertElement = await screen.findByRole('alert')
    expect(within(alertElement).getByText(reason)).toBeTruthy()
    expect(router.state.location.search).not.toHaveProperty('action')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is not opened by any other action', async () => {
    const { router } = await show('/invoices?action=download')
    await table()
    await vi.waitFor(() => expect(router.state.location.search).not.toHaveProperty('action'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is paid when the bank’s page sends the browser back', async () => {
    const item = { id: 7, kind: 'invoice' as const, number: 'FE26/157374', amountCents: 4569 }
    storePendingPayment({ paymentId: 'pi_1', platform: 'sandbox', item })
    const { router, pay } = await show('/invoices?contractType=electricity&payment_intent=pi_1')
    expect(await screen.findByRole('dialog', { name: 'Pagada' })).toBeDefined()
    expect(pay.mock.calls).toEqual([[{ body: { payment_intent_id: 'pi_1', platform_name: 'sandbox' } }]])
    expect(router.state.location.search).not.toHaveProperty('payment_intent')
    expect(router.state.location.search).toMatchObject({ contractType: 'electricity' })
  })

  test('cannot be paid by a read-only user, who sees the reason', async () => {
    await show('/invoices', { signedIn: { readonly: true } })
    await table()
    const buttons = screen.getAllByRole('button', { name: /^Pagar/, description: app.refusals.token_readonly })
    expect(buttons, 'in the summary card and in two rows').toHaveLength(3)
    for (const button of buttons) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(button)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
