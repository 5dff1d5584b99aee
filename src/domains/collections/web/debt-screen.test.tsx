import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type ListedDebt, listDebts } from '../api.ts'
import texts from '../texts/es.json'
import { DebtBanner } from './debt-banner.tsx'
import { DebtScreen } from './debt-screen.tsx'

const announced: ListedDebt = {
  ...{ id: 1, step: 'announced', stops: [], owed: 45.69, may_have_pvpc: true },
  contract: { name: 'C 1', energy: 'electricity', address: 'Carrer Major, 1' },
  events: [
    { kind: 'noticed', at: '2026-11-27T11:00:00.000Z', suspend_on: null },
    { kind: 'announced', at: '2026-12-02T11:00:00.000Z', suspend_on: '2027-01-28' },
  ],
  next: { kind: 'suspension', on: '2027-01-28' },
}

async function show(items: ListedDebt[], part = <DebtScreen />) {
  await renderAt('/debt', part, {
    messages: { collections: texts },
    boot: { signedIn: anna, settings: defaultSettings, flags: { 'crm.case': true } },
    callMocks: [mockCall(listDebts, () => ({ items }))],
  })
}

test('the page tells what happened, what comes next and how to stop it', async () => {
  await show([announced])
  expect(await screen.findByRole('heading', { level: 2, name: /Carrer Major, 1: debes 45,69/ })).toBeTruthy()
  expect(screen.getByText(/el suministro se cortará el 28.*2027/)).toBeTruthy()
  expect(screen.getByText(/^El 28.*2027 se cortará el suministro\.$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pagar ahora' }).getAttribute('href')).toBe(
    '/invoices?contractType=electricity',
  )
  expect(screen.getByRole('link', { name: 'Reclamar o pedir pagar a plazos' }).getAttribute('href')).toBe(
    '/requests/create?contract=C+1&topic=suspension',
  )
  expect(screen.getByText(texts.pvpc)).toBeTruthy()
})

test('what stops a suspension is said, and nothing is announced', async () => {
  await show([{ ...announced, step: 'delivered', stops: [{ reason: 'complaint', request_id: 7 }], next: null }])
  expect(await screen.findByText(texts.stops.complaint)).toBeTruthy()
  expect(screen.getByRole('link', { name: texts.seeRequest }).getAttribute('href')).toBe('/requests/7')
  expect(screen.queryByRole('heading', { name: texts.next })).toBeNull()
})

test('who owes nothing reads that', async () => {
  await show([])
  expect(await screen.findByText(texts.empty.title)).toBeTruthy()
})

test.each([
  ['announced', /Si no pagas, cortaremos la luz de Carrer Major, 1 el 28/],
  ['noticed', /Hay facturas sin pagar de Carrer Major, 1/],
  ['suspended', /está cortada/],
  ['reconnecting', /hemos pedido que vuelva/],
] as const)('the banner of a debt that is %s leads to its page', async (step, text) => {
  await show([{ ...announced, step, next: step === 'announced' ? announced.next : null }], <DebtBanner />)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: texts.see }).getAttribute('href')).toBe('/debt')
})
