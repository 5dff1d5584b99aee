import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  listPlatforms,
  payItem,
  readPublishableKey,
  readTransactionSummary,
  readTransferDetails,
} from '#domains/payments/api.ts'
import payments from '#domains/payments/texts/es.json'
import { storePendingPayment } from '#domains/payments/web/interrupted/pending-payment.ts'
import { booked, paid, transferDetails } from '#domains/payments/web/payment-samples.ts'
import { standInProvider } from '#domains/payments/web/payment-testing.tsx'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { SignedInUser } from '#kit/boot.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import app from '../../../app/texts/es.json'
import {
  countInvoices,
  type Invoice,
  listFilterParams,
  listInvoices,
  listMultipointInvoices,
  type MultipointInvoice,
} from '../api.ts'
import texts from '../texts/es.json'
import { wireInvoice, wireMultipointInvoice } from './invoice-testing.ts'
import { InvoicesScreen } from './invoices-screen.tsx'

vi.mock('#domains/payments/web/card/sandbox-card.tsx', () => ({ sandboxCard: standInProvider }))
// The chart has tests of its own, and needs a canvas, which jsdom does not have.
vi.mock('./chart/invoice-chart-slot.tsx', () => ({ InvoiceChartSlot: () => null }))
mockTopLayer()
beforeEach(() => localStorage.clear())

type InvoiceSettings = typeof defaultSettings.invoices
type InvoicesByType = { electricity?: Invoice[]; gas?: Invoice[]; multipoint?: MultipointInvoice[] }

type Stage = {
  held?: InvoicesByType
  settings?: Partial<InvoiceSettings>
  displayTypes?: (keyof InvoicesByType)[]
  signedIn?: Partial<SignedInUser>
  params?: typeof ownParams
  hasUpstream?: boolean
}

const paidInvoice = wireInvoice({
  id: 6,
  number: 'FE26/153457',
  start_date: '2026-08-03',
  date: '2026-09-05',
  amount_total: 55.1,
  amount_pending: 0,
  paid_status: 'paid',
  online_payment: { payment_enabled: false, rel_object_type: 'invoice' },
})
const oldestOwed = wireInvoice({
  id: 5,
  number: 'FE26/149540',
  start_date: '2026-07-03',
  date: '2026-08-04',
  amount_total: 56.65,
  amount_pending: 20,
})
const household: InvoicesByType = { electricity: [wireInvoice(), paidInvoice, oldestOwed] }

const ownParams = { contracts: ['0048213', '0048214'], addresses: ['Vic'], cups: ['ES1'], vats: ['1Z'] }

async function show(
  address: string,
  { held = household, settings, displayTypes, signedIn, params = ownParams, hasUpstream }: Stage = {},
) {
  const list = vi.fn(({ query }: { query?: { type?: string; offset?: unknown; limit?: unknown; filter?: string } }) =>
    pageOf(held[query?.type as 'gas'] ?? [], query),
  )
  const pay = vi.fn(() => paid)
  const readTransfer = vi.fn((_: { params?: unknown }) => transferDetails)
  const shown = await renderAt(address, <InvoicesScreen />, {
    boot: {
      settings: {
        ...defaultSettings,
        features: { ...defaultSettings.features, displayTypes: displayTypes ?? defaultSettings.features.displayTypes },
        invoices: { ...defaultSettings.invoices, ...settings },
      },
      signedIn: { ...anna, ...signedIn },
      hasUpstream,
    },
    messages: { app, invoices: texts, payments },
    callMocks: [
      mockCall(countInvoices, () => countsOf(held)),
      mockCall(listInvoices, list),
      mockCall(listMultipointInvoices, ({ query }) => pageOf(held.multipoint ?? [], query)),
      mockCall(listFilterParams, () => params),
      mockCall(listPlatforms, () => ({ platforms: ['sandbox'] })),
      mockCall(readPublishableKey, () => ({ publishable_key: 'pk_1' })),
      mockCall(payItem, pay),
      mockCall(readTransactionSummary, () => booked),
      mockCall(readTransferDetails, readTransfer),
    ],
  })
  return { ...shown, list, pay, readTransfer }
}

const countsOf = ({ electricity = [], gas = [], multipoint = [] }: InvoicesByType) => ({
  ...{ electricity: electricity.length, gas: gas.length, multipoint: multipoint.length },
})

/** Returns a page of a list as the server would. Only the filters for status and contract are supported. */
function pageOf<Item extends { paid_status?: string; contract?: { name: string } }>(
  all: Item[],
  { offset = 0, limit = 100, filter = '' }: { offset?: unknown; limit?: unknown; filter?: string } = {},
) {
  const status = /\["paid_status","=","(\w+)"\]/.exec(filter)?.[1]
  const isOpen = filter.includes('"in"')
  const named = isOpen && /\["contract.name","=","(\w+)"\]/.exec(filter)?.[1]
  const found = all
    .filter(({ paid_status = '' }) =>
      isOpen ? ['unpaid', 'pending_transfer'].includes(paid_status) : !status || paid_status === status,
    )
    .filter(({ contract }) => !named || contract?.name === named)
  const [first, size] = [Number(offset), Number(limit)]
  return { items: found.slice(first, first + size), n_items: found.length, offset: first, limit: size }
}

// jsdom has no popovers, so their content stays hidden in tests.
const hidden = { hidden: true }

/** Opens a filter and returns helpers for its panel. */
async function openFilter(name: string) {
  const button = await screen.findByRole('button', { name })
  const panel = () => within(document.getElementById(button.getAttribute('popovertarget')!)!)
  const field = (label: string) => panel().getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
  await userEvent.click(button)
  // The fields are loaded when a filter is first opened.
  await panel().findByRole('button', { name: 'Ver facturas', ...hidden })
  return {
    field,
    type: (label: string, value: string) => fireEvent.input(field(label), { target: { value } }),
    choose: (label: string, option: string) => userEvent.selectOptions(field(label), option),
    apply: () => userEvent.click(panel().getByRole('button', { name: 'Ver facturas', ...hidden })),
  }
}

const table = () => screen.findByRole('table')
const row = async (name: RegExp) => within(await table()).getByRole('row', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const findSentFilters = (list: { mock: { calls: { query?: { filter?: string } }[][] } }) =>
  list.mock.calls.map(([sent]) => sent?.query?.filter).filter((filter) => filter && !filter.includes('"unpaid"'))

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

describe('filters', () => {
  test('are applied from their panel, stored in the address, and show their values', async () => {
    const { router, list } = await show('/invoices?contractType=electricity&offset=2')
    const { choose, apply } = await openFilter('Estado')
    await choose('Estado', 'Pagada')
    await apply()
    expect(await screen.findByRole('button', { name: 'Estado: Pagada' })).toBeDefined()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', status: 'paid' })
    expect(findSentFilters(list)).toContain('[["paid_status","=","paid"]]')
    await vi.waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  })

  test('by amount accept only characters of a number, and are sent with a decimal point', async () => {
    const { router, list } = await show('/invoices')
    const { field, type, apply } = await openFilter('Importe')
    type('Desde', '-a1.b0,5€')
    expect(field('Desde').value).toBe('-1.0,5')
    type('Desde', '10,50 euros')
    await apply()
    expect(await screen.findByRole('button', { name: /^Importe: 10,50 – …\s€$/ })).toBeDefined()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', least: '10,50' })
    expect(findSentFilters(list)).toContain('[["amount_total",">=","10.50"]]')
  })

  test('by amount understand the thousands separators of the language', async () => {
    const { list } = await show('/invoices')
    const { type, apply } = await openFilter('Importe')
    type('Desde', '1.089,86')
    type('Hasta', '1.200')
    await apply()
    await screen.findByRole('button', { name: /^Importe: 1089,86 – 1200\s€$/ })
    expect(findSentFilters(list)).toContain('[["amount_total",">=","1089.86"],["amount_total","<=","1200"]]')
  })

  test('by date use the printed date format, and offer the last twelve months', async () => {
    const { router, list } = await show('/invoices')
    const { field, type, apply } = await openFilter('Fecha')
    type('Desde', '1/2/26')
    type('Hasta', '1/1/26')
    fireEvent.submit((field('Desde') as HTMLInputElement).form!)
    expect(screen.getByText('Hasta: elige el 01/02/2026 o una fecha posterior')).toBeDefined()
    expect(router.state.location.search).toEqual({})
    type('Hasta', '31/03/2026')
    await apply()
    expect(await screen.findByRole('button', { name: 'Fecha: 01/02/2026 – 31/03/2026' })).toBeDefined()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', from: '2026-02-01', to: '2026-03-31' })
    expect(findSentFilters(list)).toContain('[["date",">=","2026-02-01"],["date","<=","2026-03-31"]]')
    const lastYear = screen.getByRole('link', { name: 'Últimos 12 meses', hidden: true })
    expect(lastYear.getAttribute('href')).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  })

  test('by contract offer the values of the customer', async () => {
    const { router } = await show('/invoices')
    const { field, choose, apply } = await openFilter('Contrato')
    await vi.waitFor(() => expect(field('Contrato').textContent).toBe('Todas00482130048214'))
    await choose('Contrato', '0048214')
    await apply()
    expect(await screen.findByRole('button', { name: 'Contrato: 0048214' })).toBeDefined()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', contractName: '0048214' })
  })

  test('by one of very many contracts can be searched, and reject unknown values', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `00${50_000 + index}`)
    const { router } = await show('/invoices', { params: { ...ownParams, contracts: many } })
    const { field, type, apply } = await openFilter('Contrato')
    await vi.waitFor(() => expect(field('Contrato').tagName).toBe('INPUT'))
    expect(field('NIF del pagador').tagName).toBe('SELECT')
    type('Contrato', '5119')
    await apply()
    expect(screen.getByText(/Ninguno coincide/, { selector: 'p span' })).toBeDefined()
    expect(router.state.location.search).toEqual({})
    type('Contrato', '51199')
    await userEvent.click(screen.getByRole('option', { name: '0051199', hidden: true }))
    await apply()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', contractName: '0051199' })
  })

  test('keep a value from the address even if it is not offered', async () => {
    await show('/invoices?contractType=electricity&contractName=0099999')
    const { field } = await openFilter('Contrato: 0099999')
    await vi.waitFor(() => expect(field('Contrato').textContent).toContain('0048214'))
    expect(field('Contrato').value).toBe('0099999')
  })

  test('can be set by the address of a contract, and be cleared', async () => {
    const { list } = await show('/invoices?contractType=electricity&contractName=0048213')
    expect(await screen.findByRole('button', { name: 'Contrato: 0048213' })).toBeDefined()
    expect(findSentFilters(list)).toEqual(['[["contract.name","=","0048213"]]'])
    const clear = screen.getByRole('link', { name: 'Quitar filtros' })
    expect(clear.getAttribute('href')).toBe('/invoices?contractType=electricity')
  })

  test('discard their input once they are cleared', async () => {
    const { router } = await show('/invoices')
    const { type, apply } = await openFilter('Importe')
    type('Desde', '10')
    await apply()
    await screen.findByRole('button', { name: /^Importe: 10/ })
    await act(() => router.navigate({ to: '/invoices', search: {} as never }))
    expect((await openFilter('Importe')).field('Desde').value).toBe('')
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

describe('documents', () => {
  const menuName = 'Acciones de FE26/157374'

  test.each([
    [
      ['signed_pdf', 'curve', 'signed_xml'],
      ['PDF firmado', 'Consumo por horas'],
    ],
    [['curve'], ['Consumo por horas']],
    [[], []],
  ] as const)('enabled by the settings %j are in the overflow menu, if they exist', async (downloadTypes, offered) => {
    await show('/invoices', { held: { electricity: [wireInvoice()] }, settings: { downloadTypes: [...downloadTypes] } })
    expect(await screen.findByRole('link', { name: 'Descargar la factura FE26/157374 en PDF' })).toBeDefined()
    for (const menu of screen.queryAllByRole('button', { name: menuName })) await userEvent.click(menu)
    const links = within(await table())
      .queryAllByRole('link', hidden)
      .map(({ textContent }) => textContent)
    expect(links.filter((text) => text && text !== 'FE26/157374')).toEqual(offered)
  })

  test('of a multipoint invoice are in the overflow menu', async () => {
    const held = { multipoint: [wireMultipointInvoice()] }
    await show('/invoices?contractType=multipoint', { held })
    const link = await screen.findByRole('link', { name: 'Descargar la factura FM26/7 en PDF' })
    expect(link.getAttribute('href')).toMatch(/^\/api\/v2\/invoices_multipoint\/9\/pdf\//)
  })

  test.each([
    [true, '_blank'],
    [false, null],
  ])('open in a new tab according to the setting: %s', async (downloadInNewTab, target) => {
    await show('/invoices', { held: { electricity: [wireInvoice()] }, settings: { downloadInNewTab } })
    const link = await screen.findByRole('link', { name: /en PDF$/ })
    expect(link.getAttribute('target')).toBe(target)
  })

  test('are listed with the history of the invoice, newest first', async () => {
    const history = [
      { change_date: '2026-10-06', pending_state: { ov_description: 'Emitida' } },
      { change_date: '2026-10-27', pending_state: { ov_description: 'Te hemos avisado' } },
    ]
    await show('/invoices', { held: { electricity: [wireInvoice({ pending_state_history: history })] } })
    await press(menuName)
    await userEvent.click(screen.getByRole('button', { name: 'Ver el historial', ...hidden }))
    const dialog = await screen.findByRole('dialog', { name: 'Historial' })
    expect(dialog.textContent).toContain('Factura FE26/157374')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['27/10/2026Te hemos avisado', '06/10/2026Emitida'])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

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
