import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type Contract, listContracts } from '../api.ts'
import { home, homeGas, renderContracts } from './contract-testing.tsx'
import { ContractsScreen } from './contracts-screen.tsx'

const larios: Contract = {
  ...home,
  id: 9,
  name: '0048214',
  state: 'baixa',
  amount_debt: 45.69,
  cups: { ...home.cups, full_address: 'Calle Larios, 12 - Málaga', street: 'Calle Larios, 12', city: 'Málaga' },
}
const many = Array.from({ length: 12 }, (_, index): Contract => ({ ...home, id: 100 + index, name: `T-${index}` }))

beforeEach(mockTopLayer)
afterEach(() => vi.useRealTimers())

async function show(
  search = '',
  contracts: readonly Contract[] = [home, larios, homeGas],
  settings: Partial<Settings> = {},
  { readonly = false } = {},
) {
  const stage = { contracts, settings, readonly }
  const shown = await renderContracts(`/contracts/electricity${search}`, <ContractsScreen />, stage)
  await screen.findByRole('heading', { level: 1 })
  await listRead()
  return shown
}

const listRead = () => waitFor(() => expect(screen.queryByText(/^Cargando/)).toBeNull())

const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))

describe('the contract list', () => {
  test('shows the address, the status and the debt of each', async () => {
    await show()
    const row = rowOf('0048214')
    expect(row.getByText('Calle Larios, 12', { exact: false })).toBeTruthy()
    expect(row.getByText('De baja')).toBeTruthy()
    expect(row.getAllByText('Con deuda')).not.toHaveLength(0)
    expect(rowOf('0048213').getByText('Activo')).toBeTruthy()
    expect(rowOf('0048213').getByText('Al día')).toBeTruthy()
  })

  test('links to each contract and to its invoices', async () => {
    await show()
    expect(rowOf('0048213').getByRole('link', { name: '0048213' }).getAttribute('href')).toBe(
      '/contracts/electricity/0048213',
    )
    await userEvent.click(rowOf('0048213').getByRole('button', { name: 'Acciones de contrato 0048213' }))
    const invoices = rowOf('0048213').getByRole('link', { name: 'Ver facturas', hidden: true })
    expect(invoices.getAttribute('href')).toBe('/invoices?contractType=electricity&contractName=0048213')
  })

  test('has a tab for each kind that the customer has', async () => {
    await show()
    const tabs = within(screen.getByRole('navigation', { name: 'Tipos de contrato' }))
    expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual(['Luz 2', 'Gas 1'])
    expect(tabs.getByRole('link', { name: /^Gas/ }).getAttribute('href')).toBe('/contracts/gas')
  })

  test.each([
    ['a customer without gas', [home, larios], {}],
    [
      'a retailer that shows no gas',
      [home, homeGas],
      { features: { ...defaultSettings.features, displayTypes: ['electricity'] } },
    ],
  ] as [string, Contract[], Partial<Settings>][])('has no tabs for %s', async (_, contracts, settings) => {
    await show('', contracts, settings)
    expect(screen.queryByRole('navigation', { name: 'Tipos de contrato' })).toBeNull()
  })

  test.each([
    ['the tariff', { powerOrTariff: 'tariff' }, 'Producto Tarifa', '2.0TD'],
    ['the lowest and the highest power', { powerOrTariff: 'power' }, 'Producto Potencia', '3,45 – 4,6 kW'],
    ['neither', { powerOrTariff: 'none' }, 'Producto', 'Tarifa Solar'],
    ['no product', { showProduct: false }, 'Tarifa', '2.0TD'],
  ] as const)('shows %s, as the retailer configures', async (_, preference, optional, cell) => {
    await show('', [home, larios], { contracts: { ...defaultSettings.contracts, ...preference } })
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
    expect(headers.filter((name) => ['Producto', 'Tarifa', 'Potencia'].includes(name ?? '')).join(' ')).toBe(optional)
    expect(rowOf('0048213').getByText(cell)).toBeTruthy()
  })

  test('is paginated in the chosen page size', async () => {
    const { router } = await show('?limit=5', many)
    expect(screen.getByText('1–5 de 12')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Siguientes' }).getAttribute('href')).toBe(
      '/contracts/electricity?offset=5&limit=5',
    )
    const sizes = screen.getByRole('combobox', { name: 'Por página' })
    expect([...sizes.querySelectorAll('option')].map((option) => option.value)).toEqual(['5', '10', '25', '50', '100'])
    await userEvent.selectOptions(sizes, '25')
    await waitFor(() => expect(router.state.location.search).toEqual({ limit: '25' }))
  })
})

describe('a new contract', () => {
  const { contractation } = defaultSettings
  const taking = (kinds: string[]) => ({
    contractation: {
      ...contractation,
      electricity: { ...contractation.electricity, enabled: kinds.includes('electricity') },
      gas: { ...contractation.gas, enabled: kinds.includes('gas') },
      dual: { ...contractation.dual, enabled: kinds.includes('dual') },
    },
  })

  test.each([
    [[], []],
    [['gas'], ['Contratar gas: /new-gas-customer']],
    [
      ['electricity', 'gas', 'dual'],
      [
        'Contratar luz: /new-electricity-customer',
        'Contratar gas: /new-gas-customer',
        'Contratar luz y gas: /new-dual-customer',
      ],
    ],
  ])('can be of the kinds that the retailer sells, in a menu where there are several: %j', async (kinds, ways) => {
    await show('', [home], taking(kinds))
    const menus = screen.queryAllByRole('button', { name: /^Nuevo contrato/ })
    expect(menus).toHaveLength(kinds.length > 1 ? 1 : 0)
    for (const menu of menus) await userEvent.click(menu)
    const links = screen.queryAllByRole('link', { name: /^Contratar/, hidden: true })
    expect(links.map((link) => `${link.textContent}: ${link.getAttribute('href')}`)).toEqual(ways)
  })

  test('is not offered while an existing one is to be chosen', async () => {
    await show('?action=powChange', [home], taking(['gas']))
    expect(screen.queryByRole('link', { name: 'Contratar gas' })).toBeNull()
  })
})

describe('the search', () => {
  const field = () => screen.getByRole('searchbox', { name: 'Buscar contratos' })

  test('runs at once with the return key, and keeps its terms in the address', async () => {
    const { router } = await show()
    await userEvent.type(field(), 'Larios{Enter}')
    await waitFor(() => expect(screen.queryByText('0048213')).toBeNull())
    expect(router.state.location.search).toEqual({ filter: 'Larios' })
    expect(screen.getByRole('link', { name: '0048214' })).toBeTruthy()
  })

  test('runs by itself when typing pauses for a second and a half', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const { router } = await show()
    await user.type(field(), 'Larios')
    await vi.advanceTimersByTimeAsync(1400)
    expect(router.state.location.search).toEqual({})
    await vi.advanceTimersByTimeAsync(200)
    await waitFor(() => expect(router.state.location.search).toEqual({ filter: 'Larios' }))
  })

  test('shows the terms in the address, also after going back', async () => {
    const { router } = await show('?filter=Larios')
    expect((field() as HTMLInputElement).value).toBe('Larios')
    await router.navigate({ to: '/contracts/electricity', search: { filter: 'Barcelona' } as never })
    await waitFor(() => expect((field() as HTMLInputElement).value).toBe('Barcelona'))
  })

  test('reports when nothing matches, with a link to all', async () => {
    await show('?filter=zzz')
    expect(screen.getByRole('heading', { name: 'Ningún contrato coincide con «zzz»' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver todos' }).getAttribute('href')).toBe('/contracts/electricity')
  })
})

test('offers to choose the contract for the action in the address', async () => {
  await show('?action=consumption')
  expect(screen.getByRole('heading', { level: 1, name: 'Consumo' })).toBeTruthy()
  expect(screen.getByText('Elige el contrato para ver su consumo')).toBeTruthy()
  const choose = rowOf('0048213').getByRole('link', { name: 'Elegir contrato 0048213' })
  expect(choose.getAttribute('href')).toBe('/contracts/electricity/0048213?action=consumption')
  expect(screen.queryByRole('button', { name: /Acciones/ })).toBeNull()
})

test('ignores an unknown action in the address', async () => {
  await show('?action=fly')
  expect(screen.getByRole('heading', { level: 1, name: 'Contratos' })).toBeTruthy()
})

describe('a debt', () => {
  const payments = () => screen.queryAllByRole('link', { name: /^Pagar/ }).map((link) => link.getAttribute('href'))

  test('has the link to pay it beside it', async () => {
    await show()
    expect(new Set(payments())).toEqual(
      new Set(['/invoices?contractType=electricity&contractName=0048214&action=payOnline']),
    )
    expect(screen.getAllByRole('link', { name: 'Pagar contrato 0048214' })).not.toHaveLength(0)
  })

  test.each<[string, Parameters<typeof show>]>([
    ['for a read-only user', ['', [larios], {}, { readonly: true }]],
    [
      'where nothing is paid online',
      ['', [larios], { invoices: { ...defaultSettings.invoices, enablePayment: false } }],
    ],
    ['where a contract is chosen for an action', ['?action=consumption', [larios]]],
  ])('is shown without it %s', async (_, stage) => {
    await show(...stage)
    expect(screen.getAllByText('Con deuda')).not.toHaveLength(0)
    expect(payments()).toEqual([])
  })
})

test('shows an empty state without search to a customer without contracts', async () => {
  await show('', [homeGas])
  expect(screen.getByRole('heading', { name: 'No tienes contratos de luz' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('links from a page beyond the last to the first', async () => {
  await show('?offset=50')
  expect(screen.getByRole('heading', { name: 'Esta página no existe' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver los primeros' }).getAttribute('href')).toBe('/contracts/electricity')
})

test('reports a list that cannot be loaded in its place, and retries on demand', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  const list = mockCall(listContracts, () => {
    if (isBroken) throw new Refused('unexpected', 500)
    return { items: [home], total: 1 }
  })
  await renderContracts('/contracts/electricity', <ContractsScreen />, { contracts: [home], answers: [list] })
  const failed = await screen.findByRole('alert')
  expect(failed.textContent).toContain('No hemos podido cargar los contratos')
  expect(screen.getByRole('heading', { name: 'Contratos' })).toBeDefined()
  isBroken = false
  await userEvent.click(within(failed).getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await screen.findByRole('row', { name: /^0048213/ })).toBeDefined()
  vi.mocked(console.error).mockRestore()
})
