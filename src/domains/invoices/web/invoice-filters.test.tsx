import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { findSentFilters, openFilter, ownParams, show } from './invoices-screen-testing.tsx'

mockTopLayer()
beforeEach(() => localStorage.clear())

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
