import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import {
  listPlatforms,
  payItem,
  readPublishableKey,
  readTransactionSummary,
  readTransferDetails,
} from '#domains/payments/api.ts'
import payments from '#domains/payments/texts/es.json'
import { booked, paid, transferDetails } from '#domains/payments/web/payment-samples.ts'
import { standInProvider } from '#domains/payments/web/payment-testing.tsx'
import { rememberPayment } from '#domains/payments/web/remembered-payment.ts'
import type { SignedIn } from '#kit/boot.ts'
import { anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import app from '../../../app/texts/es.json'
import { type Invoice, listFilterParams, listInvoices, listMultipointInvoices, type MultipointInvoice } from '../api.ts'
import texts from '../texts/es.json'
import { wireInvoice, wireMultipointInvoice } from './invoice-testing.ts'
import { InvoicesScreen } from './invoices-screen.tsx'

vi.mock('#domains/payments/web/sandbox-card.tsx', () => ({ sandboxCard: standInProvider }))
// The chart has its own tests, and a canvas that jsdom has not.
vi.mock('./chart-place.tsx', () => ({ ChartPlace: () => null }))
standInForTopLayer()
beforeEach(() => localStorage.clear())

type InvoiceSettings = typeof defaultSettings.invoices
type Held = { electricity?: Invoice[]; gas?: Invoice[]; multipoint?: MultipointInvoice[] }

type Stage = {
  held?: Held
  settings?: Partial<InvoiceSettings>
  displayTypes?: (keyof Held)[]
  signedIn?: Partial<SignedIn>
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
const household: Held = { electricity: [wireInvoice(), paidInvoice, oldestOwed] }

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
    answers: [
      answer(listInvoices, list),
      answer(listMultipointInvoices, ({ query }) => pageOf(held.multipoint ?? [], query)),
      answer(listFilterParams, () => params),
      answer(listPlatforms, () => ({ platforms: ['sandbox'] })),
      answer(readPublishableKey, () => ({ publishable_key: 'pk_1' })),
      answer(payItem, pay),
      answer(readTransactionSummary, () => booked),
      answer(readTransferDetails, readTransfer),
    ],
  })
  return { ...shown, list, pay, readTransfer }
}

/** A page of a list as the server would tell it; of the filters only the status is understood. */
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

// jsdom has no popovers, so what is in one stays hidden there.
const hidden = { hidden: true }

/** The choice that a filter opens. */
async function openFilter(name: string) {
  const button = await screen.findByRole('button', { name })
  const panel = () => within(document.getElementById(button.getAttribute('popovertarget')!)!)
  const field = (label: string) => panel().getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
  await userEvent.click(button)
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
const filterAsked = (list: { mock: { calls: { query?: { filter?: string } }[][] } }) =>
  list.mock.calls.map(([sent]) => sent?.query?.filter).filter((filter) => filter && !filter.includes('"unpaid"'))

describe('a transfer', () => {
  test('is offered for what there is an account for, and for nothing else', async () => {
    const held = {
      electricity: [wireInvoice({ paid_status: 'pending_transfer', transfer_enabled: true }), paidInvoice],
    }
    await show('/invoices', { held })
    const buttons = await screen.findAllByRole('button', { name: /^Transferencia, FE26/ })
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Transferencia, FE26/157374'])
  })
})

describe('a transfer that is awaited', () => {
  const awaited = (id: number) =>
    wireInvoice({ id, number: `FE26/${id}`, paid_status: 'pending_transfer', transfer_enabled: true })
  const copyAccount = { name: 'Copiar Cuenta (IBAN)' }
  const owed = (name: string) => screen.findByRole('region', { name })

  test('has its account, beneficiary and concept in the list, to be copied, and what may be paid by card has not', async () => {
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

  test('has them on the plate too, where it counts as owed, with the invoice that they are of', async () => {
    await show('/invoices', { held: { electricity: [awaited(7), wireInvoice({ id: 8, number: 'FE26/8' })] } })
    const plate = within(await owed('Tienes 2 facturas por pagar'))
    expect(await plate.findByRole('button', copyAccount)).toBeTruthy()
    expect(plate.getByText(/^Factura FE26\/7: 45,69\s€$/)).toBeTruthy()
    expect(plate.getByRole('button', { name: 'Pagar por transferencia' })).toBeTruthy()
  })

  test('alone on the plate does not say which invoice it is', async () => {
    await show('/invoices', { held: { electricity: [awaited(7)] } })
    const plate = within(await owed('Tienes una factura por pagar'))
    expect(await plate.findByRole('button', copyAccount)).toBeTruthy()
    expect(plate.queryByText(/^Factura/)).toBeNull()
  })

  test('has them where no card is taken, whatever its state', async () => {
    const online_payment = { payment_enabled: false, rel_object_type: 'invoice' as const }
    await show('/invoices', { held: { electricity: [wireInvoice({ transfer_enabled: true, online_payment })] } })
    expect(await within(await table()).findByRole('button', copyAccount)).toBeTruthy()
  })

  test('is asked for in the first rows of a long list, the others open it', async () => {
    const held = { electricity: Array.from({ length: 12 }, (_, index) => awaited(index + 1)) }
    const { readTransfer } = await show('/invoices', { held, settings: { itemsPerPage: 12 } })
    const list = within(await table())
    await vi.waitFor(() => expect(list.getAllByRole('button', copyAccount)).toHaveLength(3))
    await within(await owed('Tienes 12 facturas por pagar')).findByRole('button', copyAccount)
    const ids = readTransfer.mock.calls.map(([{ params }]) => (params as { invoiceId: string }).invoiceId)
    expect([...new Set(ids)].sort()).toEqual(['1', '12', '2', '3'])
    expect(list.getAllByRole('button', { name: /^Transferencia, / })).toHaveLength(12)
  })

  test('is not told of in front of another server, which has no such call', async () => {
    const { readTransfer } = await show('/invoices', { held: { electricity: [awaited(7)] }, hasUpstream: true })
    await act(async () => {
      await import('#domains/payments/web/transfer-account.tsx')
    })
    expect(await within(await table()).findByText('Esperamos tu transferencia')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /[Tt]ransferencia/ })).toBeNull()
    expect(screen.queryByRole('button', copyAccount)).toBeNull()
    expect(readTransfer).not.toHaveBeenCalled()
  })
})

describe('the list', () => {
  test('tells of each invoice its month, day, number, energy, amount and how it stands', async () => {
    await show('/invoices')
    const cells = within(await row(/^Septiembre 2026/)).getAllByRole('cell')
    const told = cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    expect(told).toEqual(expect.arrayContaining(['06/10/2026', 'FE26/157374', '190 kWh', '45,69 €', 'Sin pagar']))
    expect((await table()).querySelector('caption')?.textContent).toBe(
      'Facturas de luz, de la más reciente a la más antigua',
    )
  })

  test('says of what is paid in part what is left, and when the rest will be charged', async () => {
    const charged = wireInvoice({ id: 8, start_date: '2026-10-03', paid_status: 'pending_remesa' })
    await show('/invoices', { held: { electricity: [charged, oldestOwed] } })
    expect((await row(/^Octubre 2026/)).textContent).toContain('Se cobraráel 26/10/2026')
    expect((await row(/^Julio 2026/)).textContent).toMatch(/Pagada en parteFaltan 20,00\s€/)
  })

  test.each([
    ['Chiped', 2],
    ['Base', 0],
  ] as const)('marks what is not settled by the setting %s', async (paymentStatus, marks) => {
    await show('/invoices', { settings: { paymentStatus } })
    const standings = ['Septiembre', 'Agosto', 'Julio'].map((month) => row(new RegExp(`^${month} 2026`)))
    const cells = (await Promise.all(standings)).map((each) =>
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

  test('of several places tells which; of one does not repeat it', async () => {
    const elsewhere = wireInvoice({ id: 4, cups: { name: 'ES2', full_address: 'Carrer Nou, 2 - Vic' } })
    await show('/invoices', { held: { electricity: [wireInvoice(), elsewhere] } })
    expect(
      within(await table())
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Septiembre 2026Carrer de Provença, 214 - Barcelona', 'Septiembre 2026Carrer Nou, 2 - Vic'])
  })

  test('of multipoint invoices has no energy and no filter by contract', async () => {
    const held = { multipoint: [wireMultipointInvoice()] }
    await show('/invoices?contractType=multipoint&contractName=7', { held })
    expect(await row(/^Octubre 2026/)).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Energía' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Contrato/ })).toBeNull()
  })
})

describe('the kinds', () => {
  const both: Held = { electricity: [wireInvoice(), paidInvoice], gas: [wireInvoice({ id: 3, number: 'FG26/1' })] }

  test('that a customer has are tabs, each with how many it has', async () => {
    await show('/invoices?contractName=0048213', { held: both })
    const tabs = within(await screen.findByRole('navigation', { name: 'Tipos de factura' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Luz 2', 'Gas 1'])
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual(['page', null])
    expect(tabs[1]!.getAttribute('href'), 'another kind has other contracts').toBe('/invoices?contractType=gas')
  })

  test('are chosen by the address', async () => {
    await show('/invoices?contractType=gas', { held: both })
    expect((await table()).querySelector('caption')?.textContent).toBe(
      'Facturas de gas, de la más reciente a la más antigua',
    )
    expect(within(await table()).getByText('FG26/1')).toBeDefined()
  })

  test.each<[string, Stage]>([
    ['one kind', { held: household }],
    ['one kind that the retailer sells', { held: both, displayTypes: ['electricity'] }],
  ])('need no tabs where there is %s', async (_, stage) => {
    await show('/invoices', stage)
    await table()
    expect(screen.queryByRole('navigation', { name: 'Tipos de factura' })).toBeNull()
  })
})

describe('where there is nothing', () => {
  test('it is said when the first will come', async () => {
    await show('/invoices', { held: {} })
    expect(await screen.findByRole('heading', { name: 'Aún no hay facturas de luz' })).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('of a filter, the way leads to all', async () => {
    await show('/invoices?contractType=electricity&status=pending_transfer')
    expect(await screen.findByRole('heading', { name: 'Ninguna factura cumple los filtros' })).toBeDefined()
    const all = screen.getByRole('link', { name: 'Ver todas' })
    expect(all.getAttribute('href')).toBe('/invoices?contractType=electricity')
  })

  test('of a page, because the list ends before it, the way leads to the first', async () => {
    await show('/invoices?offset=300&status=unpaid')
    expect(await screen.findByRole('heading', { name: 'Esta página no existe' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver las primeras' }).getAttribute('href')).toBe('/invoices?status=unpaid')
  })
})

describe('pages', () => {
  const pagers = () => screen.queryAllByRole('navigation', { name: /^Páginas/ })

  test('are turned above and below the list, where there is more than one', async () => {
    await show('/invoices?limit=2')
    await table()
    expect(pagers().map((pager) => pager.getAttribute('aria-label'))).toEqual([
      'Páginas, encima de la lista',
      'Páginas, debajo de la lista',
    ])
    const next = within(pagers()[0]!).getByRole('link', { name: 'Siguientes' })
    expect(next.getAttribute('href')).toBe('/invoices?offset=2&limit=2')
  })

  test('are told of below where there is one', async () => {
    await show('/invoices')
    await table()
    expect(pagers().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('1–3 de 3')])
  })

  test('have the size that is chosen, which stands in the address', async () => {
    const { router } = await show('/invoices?offset=2&limit=2')
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: /página/ }), '25')
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ limit: '25' }))
  })
})

describe('filters', () => {
  test('are set in their choice, stand in the address, and show what they are set to', async () => {
    const { router, list } = await show('/invoices?contractType=electricity&offset=2')
    const { choose, apply } = await openFilter('Estado')
    await choose('Estado', 'Pagada')
    await apply()
    expect(await screen.findByRole('button', { name: 'Estado: Pagada' })).toBeDefined()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', status: 'paid' })
    expect(filterAsked(list)).toContain('[["paid_status","=","paid"]]')
    await vi.waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  })

  test('by amount keep what belongs to a number, and ask with a point', async () => {
    const { router, list } = await show('/invoices')
    const { field, type, apply } = await openFilter('Importe')
    type('Desde', '-a1.b0,5€')
    expect(field('Desde').value).toBe('-1.0,5')
    type('Desde', '10,50 euros')
    await apply()
    expect(await screen.findByRole('button', { name: /^Importe: 10,50 – …\s€$/ })).toBeDefined()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', least: '10,50' })
    expect(filterAsked(list)).toContain('[["amount_total",">=","10.50"]]')
  })

  test('by amount read thousands as the language writes them', async () => {
    const { list } = await show('/invoices')
    const { type, apply } = await openFilter('Importe')
    type('Desde', '1.089,86')
    type('Hasta', '1.200')
    await apply()
    await screen.findByRole('button', { name: /^Importe: 1089,86 – 1200\s€$/ })
    expect(filterAsked(list)).toContain('[["amount_total",">=","1089.86"],["amount_total","<=","1200"]]')
  })

  test('by date are typed as pages print dates, and offer the last twelve months', async () => {
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
    expect(filterAsked(list)).toContain('[["date",">=","2026-02-01"],["date","<=","2026-03-31"]]')
    const lastYear = screen.getByRole('link', { name: 'Últimos 12 meses', hidden: true })
    expect(lastYear.getAttribute('href')).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  })

  test('by contract offer what the customer has', async () => {
    const { router } = await show('/invoices')
    const { field, choose, apply } = await openFilter('Contrato')
    await vi.waitFor(() => expect(field('Contrato').textContent).toBe('Todas00482130048214'))
    await choose('Contrato', '0048214')
    await apply()
    expect(await screen.findByRole('button', { name: 'Contrato: 0048214' })).toBeDefined()
    expect(router.state.location.search).toEqual({ contractType: 'electricity', contractName: '0048214' })
  })

  test('by one of very many contracts search it, and refuse what is none of them', async () => {
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

  test('keep what the address names although it is not offered', async () => {
    await show('/invoices?contractType=electricity&contractName=0099999')
    const { field } = await openFilter('Contrato: 0099999')
    await vi.waitFor(() => expect(field('Contrato').textContent).toContain('0048214'))
    expect(field('Contrato').value).toBe('0099999')
  })

  test('come with the address of a contract, and can be taken off', async () => {
    const { list } = await show('/invoices?contractType=electricity&contractName=0048213')
    expect(await screen.findByRole('button', { name: 'Contrato: 0048213' })).toBeDefined()
    expect(filterAsked(list)).toEqual(['[["contract.name","=","0048213"]]'])
    const clear = screen.getByRole('link', { name: 'Quitar filtros' })
    expect(clear.getAttribute('href')).toBe('/invoices?contractType=electricity')
  })

  test('forget what was typed once they are taken off', async () => {
    const { router } = await show('/invoices')
    const { type, apply } = await openFilter('Importe')
    type('Desde', '10')
    await apply()
    await screen.findByRole('button', { name: /^Importe: 10/ })
    await act(() => router.navigate({ to: '/invoices', search: {} as never }))
    expect((await openFilter('Importe')).field('Desde').value).toBe('')
  })
})

describe('reading again', () => {
  test('shows what has changed', async () => {
    const held: Held = { electricity: [wireInvoice()] }
    await show('/invoices', { held })
    await row(/^Septiembre 2026/)
    held.electricity = [wireInvoice({ id: 8, start_date: '2026-10-03' }), wireInvoice()]
    await press('Actualizar')
    expect(await row(/^Octubre 2026/)).toBeDefined()
  })

  test('that fails says so and keeps what is there, until it can be read', async () => {
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

describe('a list that cannot be read', () => {
  beforeEach(() => {
    // React tells of every error that a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => vi.mocked(console.error).mockRestore()
  })

  test('says that it is not the customer’s fault, and can be tried again', async () => {
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
  test.each([
    [
      ['signed_pdf', 'curve', 'signed_xml'],
      ['PDF firmado', 'Consumo por horas'],
    ],
    [['curve'], ['Consumo por horas']],
    [[], []],
  ] as const)('of the settings %j are behind the dots, as far as there are any', async (downloadTypes, offered) => {
    await show('/invoices', { held: { electricity: [wireInvoice()] }, settings: { downloadTypes: [...downloadTypes] } })
    expect(await screen.findByRole('link', { name: 'Descargar la factura FE26/157374 en PDF' })).toBeDefined()
    const links = within(await table())
      .queryAllByRole('link', hidden)
      .map(({ textContent }) => textContent)
    expect(links.filter(Boolean)).toEqual(offered)
  })

  test('are those of a multipoint invoice there', async () => {
    const held = { multipoint: [wireMultipointInvoice()] }
    await show('/invoices?contractType=multipoint', { held })
    const link = await screen.findByRole('link', { name: 'Descargar la factura FM26/7 en PDF' })
    expect(link.getAttribute('href')).toMatch(/^\/api\/v2\/invoices_multipoint\/9\/pdf\//)
  })

  test.each([
    [true, '_blank'],
    [false, null],
  ])('open in a new tab by the setting: %s', async (downloadInNewTab, target) => {
    await show('/invoices', { held: { electricity: [wireInvoice()] }, settings: { downloadInNewTab } })
    const link = await screen.findByRole('link', { name: /en PDF$/ })
    expect(link.getAttribute('target')).toBe(target)
  })

  test('have beside them what has happened with the invoice, newest first', async () => {
    const history = [
      { change_date: '2026-10-06', pending_state: { ov_description: 'Emitida' } },
      { change_date: '2026-10-27', pending_state: { ov_description: 'Te hemos avisado' } },
    ]
    await show('/invoices', { held: { electricity: [wireInvoice({ pending_state_history: history })] } })
    await userEvent.click(await screen.findByRole('button', { name: 'Ver el historial', ...hidden }))
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

describe('what is owed', () => {
  const plate = () => screen.findByRole('region', { name: /por pagar$/ })

  test('is told in all, with the oldest to be paid first', async () => {
    await show('/invoices')
    const told = (await plate()).textContent?.replaceAll('\u00a0', ' ')
    expect(told).toContain('Tienes 2 facturas por pagar')
    expect(told).toContain('65,69 €')
    expect(within(await plate()).getByRole('button').textContent).toMatch(/^Pagar julio: 20,00\s€$/)
  })

  test('has no plate where nothing is', async () => {
    await show('/invoices', { held: { electricity: [paidInvoice] } })
    await table()
    expect(screen.queryByRole('region', { name: /por pagar$/ })).toBeNull()
  })

  test('is told without a button where the retailer takes no cards', async () => {
    const unpayable = wireInvoice({ online_payment: { payment_enabled: false, rel_object_type: 'invoice' } })
    await show('/invoices', { held: { electricity: [unpayable] } })
    expect(within(await plate()).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  })

  test('is paid from its row, and the list then shows it', async () => {
    const held: Held = { electricity: [wireInvoice()] }
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

  test('is opened by the address that asks to pay: the oldest, once', async () => {
    const { router } = await show('/invoices?contractType=electricity&action=payOnline')
    const dialog = await screen.findByRole('dialog', { name: 'Pagar con tarjeta' })
    expect(dialog.textContent).toContain('Factura FE26/149540')
    expect(router.state.location.search).not.toHaveProperty('action')
    expect(router.state.location.search).toMatchObject({ contractType: 'electricity' })
  })

  test('is opened by it for what waits for a transfer, and for another kind, where nothing else can be paid', async () => {
    const held = { electricity: [paidInvoice], multipoint: [wireMultipointInvoice()] }
    await show('/invoices?contractType=electricity&action=payOnline', { held })
    const dialog = await screen.findByRole('dialog', { name: 'Pagar con tarjeta' })
    expect(dialog.textContent).toContain('Factura FM26/7')
  })

  test('is opened by it for the contract that the address names, however old what others owe', async () => {
    const elsewhere = wireInvoice({ ...oldestOwed, id: 99, number: 'FE26/1', contract: { name: '0099999' } })
    const held = { electricity: [wireInvoice(), elsewhere], multipoint: [wireMultipointInvoice()] }
    const { list } = await show('/invoices?contractType=electricity&contractName=0048213&action=payOnline', { held })
    const dialog = await screen.findByRole('dialog', { name: 'Pagar con tarjeta' })
    expect(dialog.textContent).toContain(`Factura ${wireInvoice().number}`)
    const asked = list.mock.calls.map(([sent]) => sent?.query?.filter).find((filter) => filter?.includes('"in"'))
    expect(JSON.parse(asked!)).toContainEqual(['contract.name', '=', '0048213'])
  })

  test('is not opened for a contract that owes nothing, though another does', async () => {
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
    ['for whoever only looks', { signedIn: { readonly: true } }, app.refusals.token_readonly],
    [
      'where no card is taken',
      { held: { electricity: [wireInvoice(closed)] } },
      /^Ahora no se puede pagar con tarjeta. Vuelve/,
    ],
    [
      'where there is only a transfer',
      { held: { electricity: [wireInvoice({ ...closed, transfer_enabled: true })] } },
      /^Ahora no se puede pagar con tarjeta. Puedes pagar por transferencia/,
    ],
    ['where a joint invoice is paid instead', { held: { electricity: [wireInvoice(gathered)] } }, /factura conjunta/],
  ])('is not opened %s, which is told', async (_, stage, reason) => {
    const { router } = await show('/invoices?action=payOnline', stage)
    const told = await screen.findByRole('alert')
    expect(within(told).getByText(reason)).toBeTruthy()
    expect(router.state.location.search).not.toHaveProperty('action')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is not opened for any other action', async () => {
    const { router } = await show('/invoices?action=download')
    await table()
    await vi.waitFor(() => expect(router.state.location.search).not.toHaveProperty('action'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is paid in the end when the bank’s page sends the browser back', async () => {
    const item = { id: 7, kind: 'invoice' as const, number: 'FE26/157374', amountCents: 4569 }
    rememberPayment({ paymentId: 'pi_1', platform: 'sandbox', item })
    const { router, pay } = await show('/invoices?contractType=electricity&payment_intent=pi_1')
    expect(await screen.findByRole('dialog', { name: 'Pagada' })).toBeDefined()
    expect(pay.mock.calls).toEqual([[{ body: { payment_intent_id: 'pi_1', platform_name: 'sandbox' } }]])
    expect(router.state.location.search).not.toHaveProperty('payment_intent')
    expect(router.state.location.search).toMatchObject({ contractType: 'electricity' })
  })

  test('cannot be paid by whoever only looks, who is told why', async () => {
    await show('/invoices', { signedIn: { readonly: true } })
    await table()
    const buttons = screen.getAllByRole('button', { name: /^Pagar/, description: app.refusals.token_readonly })
    expect(buttons, 'on the plate and in two rows').toHaveLength(3)
    for (const button of buttons) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(button)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('an invoice that a joint one gathers leads to the one that is paid', async () => {
  const gathered = wireInvoice({
    paid_status: 'paid',
    multipoint_invoice: { number: 'FM26/7', date: '2026-11-05' },
    online_payment: { payment_enabled: false, rel_object_type: 'invoice' },
  })
  await show('/invoices', { held: { electricity: [gathered], multipoint: [wireMultipointInvoice()] } })
  const link = await screen.findByRole('link', { name: 'Se paga con la conjunta FM26/7' })
  expect(link.getAttribute('href')).toContain('contractType=multipoint&from=2026-11-05&to=2026-11-05')
})
