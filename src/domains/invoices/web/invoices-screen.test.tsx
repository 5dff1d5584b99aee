import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { wireInvoice, wireMultipointInvoice } from './invoice-testing.ts'
import {
  household,
  type InvoicesByType,
  oldestOwed,
  openFilter,
  paidInvoice,
  press,
  row,
  type Stage,
  show,
  table,
} from './invoices-screen-testing.tsx'

mockTopLayer()
beforeEach(() => localStorage.clear())

describe('the list', () => {
  test('shows the month, day, number, energy, amount and status of each invoice', async () => {
    await show('/invoices')
    const cells = within(await row(/^Septiembre 2026/)).getAllByRole('cell')
    const visibleText = cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    expect(visibleText).toEqual(
      expect.arrayContaining(['06/10/2026', 'FE26/157374', '190 kWh', '45,69 €', 'Sin pagar']),
    )
    expect((await table()).querySelector('caption')?.textContent).toBe(
      'Facturas de luz, de la más reciente a la más antigua',
    )
  })

  test('shows for a partly paid invoice what is left, and for a direct debit when it will be charged', async () => {
    const charged = wireInvoice({ id: 8, start_date: '2026-10-03', paid_status: 'pending_remesa' })
    await show('/invoices', { held: { electricity: [charged, oldestOwed] } })
    expect((await row(/^Octubre 2026/)).textContent).toContain('Se cobraráel 26/10/2026')
    expect((await row(/^Julio 2026/)).textContent).toMatch(/Pagada en parteFaltan 20,00\s€/)
  })

  test('shows for an invoice that is paid in parts what is due next, and until when', async () => {
    const next_part = { amount: 15.23, due_date: '2026-12-10' }
    const inParts = wireInvoice({ id: 8, number: 'FE26/8', start_date: '2026-10-03', next_part })
    await show('/invoices', { held: { electricity: [inParts] }, settings: { showTotal: 'amount_to_pay' } })
    const cells = (await row(/^Octubre 2026/)).textContent
    expect(cells).toMatch(/Por partesPróxima parte: 15,23\s€ hasta el 10\/12\/2026.*Pagar 15,23\s€/)
    expect(cells).not.toMatch(/45,69/)
  })

  test.each([
    ['Chiped', 2],
    ['Base', 0],
  ] as const)('marks unsettled invoices by the setting %s', async (paymentStatus, marks) => {
    await show('/invoices', { settings: { paymentStatus } })
    const statusRows = ['Septiembre', 'Agosto', 'Julio'].map((month) => row(new RegExp(`^${month} 2026`)))
    const cells = (await Promise.all(statusRows)).map((each) =>
      within(each).getByText(/^(Sin pagar|Pagada|Pagada en parte)$/),
    )
    expect(cells.filter((cell) => cell.querySelector('svg'))).toHaveLength(marks)
  })

  test.each([
    ['amount_total', '56,65'],
    ['amount_to_pay', '20,00'],
  ] as const)('shows the amount of the setting %s', async (showTotal, amount) => {
    await show('/invoices', { settings: { showTotal } })
    const amounts = within(await row(/^Julio 2026/))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(amounts).toContain(`${amount}\u00a0€`)
  })

  test.each([
    ['N', 'Septiembre 2026'],
    ['A', 'Septiembre 2026Anulación'],
    ['C', 'Septiembre 2026Complementaria'],
  ] as const)('names what an invoice of type %s is besides its month', async (rectificative_type, name) => {
    await show('/invoices', { held: { electricity: [wireInvoice({ rectificative_type })] } })
    expect(within(await table()).getByRole('rowheader').textContent).toBe(name)
  })

  test('names the supply point if there are several, and omits it for a single one', async () => {
    const elsewhere = wireInvoice({ id: 4, cups: { name: 'ES2', full_address: 'Carrer Nou, 2 - Vic' } })
    await show('/invoices', { held: { electricity: [wireInvoice(), elsewhere] } })
    expect(
      within(await table())
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Septiembre 2026Carrer de Provença, 214 - Barcelona', 'Septiembre 2026Carrer Nou, 2 - Vic'])
  })

  test('has neither energy nor a contract filter for multipoint invoices', async () => {
    const held = { multipoint: [wireMultipointInvoice()] }
    await show('/invoices?contractType=multipoint&contractName=7', { held })
    expect(await row(/^Octubre 2026/)).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Energía' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Contrato/ })).toBeNull()
  })
})

describe('the tabs for kinds of invoices', () => {
  const both: InvoicesByType = {
    electricity: [wireInvoice(), paidInvoice],
    gas: [wireInvoice({ id: 3, number: 'FG26/1' })],
  }

  test('show each kind that the customer has, with its count', async () => {
    await show('/invoices?contractName=0048213', { held: both })
    const tabs = within(await screen.findByRole('navigation', { name: 'Tipos de factura' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Luz 2', 'Gas 1'])
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual(['page', null])
    expect(tabs[1]!.getAttribute('href'), 'another kind has other contracts').toBe('/invoices?contractType=gas')
  })

  test('are selected by the address', async () => {
    await show('/invoices?contractType=gas', { held: both })
    expect((await table()).querySelector('caption')?.textContent).toBe(
      'Facturas de gas, de la más reciente a la más antigua',
    )
    expect(within(await table()).getByText('FG26/1')).toBeDefined()
  })

  test.each<[string, Stage]>([
    ['one kind', { held: household }],
    ['one kind that the retailer sells', { held: both, displayTypes: ['electricity'] }],
  ])('are absent with %s', async (_, stage) => {
    await show('/invoices', stage)
    await table()
    expect(screen.queryByRole('navigation', { name: 'Tipos de factura' })).toBeNull()
  })
})

describe('the empty state', () => {
  test('says when the first invoice will come', async () => {
    await show('/invoices', { held: {} })
    expect(await screen.findByRole('heading', { name: 'Aún no hay facturas de luz' })).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('of a filter links to all invoices', async () => {
    await show('/invoices?contractType=electricity&status=pending_transfer')
    expect(await screen.findByRole('heading', { name: 'Ninguna factura cumple los filtros' })).toBeDefined()
    const all = screen.getByRole('link', { name: 'Ver todas' })
    expect(all.getAttribute('href')).toBe('/invoices?contractType=electricity')
  })

  test('of a page beyond the end of the list links to the first page', async () => {
    await show('/invoices?offset=300&status=unpaid')
    expect(await screen.findByRole('heading', { name: 'Esta página no existe' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver las primeras' }).getAttribute('href')).toBe('/invoices?status=unpaid')
  })
})

describe('pagination', () => {
  const pagers = () => screen.queryAllByRole('navigation', { name: /^Páginas/ })

  test('is shown above and below the list if there are several pages', async () => {
    await show('/invoices?limit=2')
    await table()
    expect(pagers().map((pager) => pager.getAttribute('aria-label'))).toEqual([
      'Páginas, encima de la lista',
      'Páginas, debajo de la lista',
    ])
    const next = within(pagers()[0]!).getByRole('link', { name: 'Siguientes' })
    expect(next.getAttribute('href')).toBe('/invoices?offset=2&limit=2')
  })

  test('is shown only below if there is one', async () => {
    await show('/invoices')
    await table()
    expect(pagers().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('1–3 de 3')])
  })

  test('uses the chosen page size, which is stored in the address', async () => {
    const { router } = await show('/invoices?offset=2&limit=2')
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: /página/ }), '25')
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ limit: '25' }))
  })
})

describe('refetching', () => {
  test('shows what has changed', async () => {
    const held: InvoicesByType = { electricity: [wireInvoice()] }
    await show('/invoices', { held })
    await row(/^Septiembre 2026/)
    held.electricity = [wireInvoice({ id: 8, start_date: '2026-10-03' }), wireInvoice()]
    await press('Actualizar')
    expect(await row(/^Octubre 2026/)).toBeDefined()
  })

  test('that fails says so and keeps the old data until it succeeds', async () => {
    const { list } = await show('/invoices')
    await table()
    const works = list.getMockImplementation()!
    list.mockImplementation(() => {
      throw new TypeError('Failed to fetch')
    })
    await press('Actualizar')
    expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido cargar las facturas')
    expect(await row(/^Septiembre 2026/)).toBeDefined()
    list.mockImplementation(works)
    await press('Volver a intentarlo')
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe('a list that cannot be loaded', () => {
  beforeEach(() => {
    // React logs every error that an error boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => vi.mocked(console.error).mockRestore()
  })

  test('says that it is not the customer’s fault, and can be retried', async () => {
    const { list } = await show('/invoices', { held: {} })
    await screen.findByRole('heading', { name: 'Aún no hay facturas de luz' })
    list.mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch')
    })
    const { choose, apply } = await openFilter('Estado')
    await choose('Estado', 'Pagada')
    await apply()
    const failed = await screen.findByRole('alert')
    expect(failed.textContent).toContain('No hemos podido cargar las facturas')
    expect(screen.getByRole('heading', { name: 'Facturas' })).toBeDefined()
    await userEvent.click(within(failed).getByRole('button', { name: 'Volver a intentarlo' }))
    expect(await screen.findByRole('heading', { name: 'Ninguna factura cumple los filtros' })).toBeDefined()
  })
})

test('an invoice that belongs to a multipoint invoice links to the one that is paid', async () => {
  const gathered = wireInvoice({
    paid_status: 'paid',
    multipoint_invoice: { number: 'FM26/7', date: '2026-11-05' },
    online_payment: { payment_enabled: false, rel_object_type: 'invoice' },
  })
  await show('/invoices', { held: { electricity: [gathered], multipoint: [wireMultipointInvoice()] } })
  const link = await screen.findByRole('link', { name: 'Se paga con la conjunta FM26/7' })
  expect(link.getAttribute('href')).toContain('contractType=multipoint&from=2026-11-05&to=2026-11-05')
})
