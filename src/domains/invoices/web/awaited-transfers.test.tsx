import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { wireInvoice } from './invoice-testing.ts'
import { paidInvoice, show, table } from './invoices-screen-testing.tsx'

mockTopLayer()
beforeEach(() => localStorage.clear())

describe('the transfer button', () => {
  test('is shown only for invoices with an account', async () => {
    const held = {
      electricity: [wireInvoice({ paid_status: 'pending_transfer', transfer_enabled: true }), paidInvoice],
    }
    await show('/invoices', { held })
    const buttons = await screen.findAllByRole('button', { name: /^Transferencia, FE26/ })
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Transferencia, FE26/157374'])
  })
})

describe('an invoice awaiting a transfer', () => {
  const awaited = (id: number) =>
    wireInvoice({ id, number: `FE26/${id}`, paid_status: 'pending_transfer', transfer_enabled: true })
  const copyAccount = { name: 'Copiar Cuenta (IBAN)' }
  const owed = (name: string) => screen.findByRole('region', { name })

  test('shows account, beneficiary and concept in the list, to copy, unlike one that can be paid by card', async () => {
    const { readTransfer } = await show('/invoices', {
      held: { electricity: [awaited(7), wireInvoice({ id: 8, number: 'FE26/8', transfer_enabled: true })] },
    })
    const list = within(await table())
    const accounts = await list.findAllByRole('button', copyAccount)
    expect(accounts.map((button) => button.parentElement?.textContent)).toEqual(['ES9121000418450200051332'])
    expect(list.getByText('Beneficiario: Demo Energia')).toBeTruthy()
    expect(list.getByRole('button', { name: 'Copiar Concepto' }).parentElement?.textContent).toBe('FE26/157374')
    for (const [{ params }] of readTransfer.mock.calls) expect(params).toEqual({ invoiceId: '7' })
  })

  test('shows them in the summary card too, with the invoice that they belong to', async () => {
    await show('/invoices', { held: { electricity: [awaited(7), wireInvoice({ id: 8, number: 'FE26/8' })] } })
    const summaryCard = within(await owed('Tienes 2 facturas por pagar'))
    expect(await summaryCard.findByRole('button', copyAccount)).toBeTruthy()
    expect(summaryCard.getByText(/^Factura FE26\/7: 45,69\s€$/)).toBeTruthy()
    expect(summaryCard.getByRole('button', { name: 'Pagar por transferencia' })).toBeTruthy()
  })

  test('that is the only one does not repeat its number in the summary card', async () => {
    await show('/invoices', { held: { electricity: [awaited(7)] } })
    const summaryCard = within(await owed('Tienes una factura por pagar'))
    expect(await summaryCard.findByRole('button', copyAccount)).toBeTruthy()
    expect(summaryCard.queryByText(/^Factura/)).toBeNull()
  })

  test('shows them if no card is accepted, whatever its status', async () => {
    const online_payment = { payment_enabled: false, rel_object_type: 'invoice' as const }
    await show('/invoices', { held: { electricity: [wireInvoice({ transfer_enabled: true, online_payment })] } })
    expect(await within(await table()).findByRole('button', copyAccount)).toBeTruthy()
  })

  test('loads them in the first rows of a long list, and on demand in the others', async () => {
    const held = { electricity: Array.from({ length: 12 }, (_, index) => awaited(index + 1)) }
    const { readTransfer } = await show('/invoices', { held, settings: { itemsPerPage: 12 } })
    const list = within(await table())
    await vi.waitFor(() => expect(list.getAllByRole('button', copyAccount)).toHaveLength(3))
    await within(await owed('Tienes 12 facturas por pagar')).findByRole('button', copyAccount)
    const ids = readTransfer.mock.calls.map(([{ params }]) => (params as { invoiceId: string }).invoiceId)
    expect([...new Set(ids)].sort()).toEqual(['1', '12', '2', '3'])
    expect(list.getAllByRole('button', { name: /^Transferencia, / })).toHaveLength(12)
  })

  test('does not show them behind an upstream server, which has no such call', async () => {
    const { readTransfer } = await show('/invoices', { held: { electricity: [awaited(7)] }, hasUpstream: true })
    await act(async () => {
      await import('#domains/payments/web/transfer/transfer-account.tsx')
    })
    expect(await within(await table()).findByText('Esperamos tu transferencia')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /[Tt]ransferencia/ })).toBeNull()
    expect(screen.queryByRole('button', copyAccount)).toBeNull()
    expect(readTransfer).not.toHaveBeenCalled()
  })
})
