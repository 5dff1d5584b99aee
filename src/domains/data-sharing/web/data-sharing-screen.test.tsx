import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { downloadInvoice } from '#domains/invoices/downloads.ts'
import { pathOf } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import {
  type DataConsent,
  giveDataConsent,
  listDataConsents,
  listOwnData,
  type OwnDataPeriod,
  renewDataConsent,
  withdrawDataConsent,
} from '../api.ts'
import texts from '../texts/es.json'
import { DataSharingScreen } from './data-sharing-screen.tsx'

mockTopLayer()
const session = { toProfile: 'Mi perfil' }
const app = { refusals: { token_readonly: 'Solo lectura', unexpected: 'Algo ha fallado' } }
const consent: DataConsent = {
  id: 7,
  holder: 'Anna Güell',
  third_party: 'Energía Ejemplo',
  purpose: 'Comparar tarifas',
  scopes: ['curves:read'],
  given_at: '2026-11-27T11:00:00Z',
  renewed_at: null,
  valid_until: '2027-05-27',
  last_used_at: null,
  state: 'active',
  ended_at: null,
}
const period: OwnDataPeriod = {
  invoice_id: 3,
  number: 'FE26/3',
  contract: '0048213',
  address: 'Carrer Major, 1',
  starts_on: '2026-10-01',
  ends_on: '2026-10-31',
  available_since: '2026-11-05',
  taken_at: null,
}

type Options = {
  items?: DataConsent[]
  periods?: OwnDataPeriod[]
  holders?: { id: number; name: string }[]
  refused?: string
  readonly?: boolean
  total?: number
}

async function show({
  items = [consent],
  periods = [period],
  total = periods.length,
  holders = [{ id: 1, name: 'Anna Güell' }],
  refused,
  readonly = false,
}: Options = {}) {
  let shown = items
  const answer = <Reply,>(reply: Reply, after = shown) => {
    if (refused) throw new Refused(refused, 409)
    shown = after
    return reply
  }
  const give = vi.fn((_: unknown) => answer({ token: 'llum_read_a', valid_until: '2027-05-27' }, [consent]))
  const page = (
    <ToastProvider>
      <DataSharingScreen />
    </ToastProvider>
  )
  await renderAt('/profile/data-sharing', page, {
    boot: { signedIn: { ...anna, readonly } },
    messages: { 'data-sharing': texts, session, app },
    callMocks: [
      mockCall(listDataConsents, () => ({ items: shown, holders, valid_until: '2027-05-27' })),
      mockCall(listOwnData, () => ({ items: periods, n_items: total })),
      mockCall(giveDataConsent, give),
      mockCall(renewDataConsent, () => answer({ valid_until: '2027-05-27' })),
      mockCall(withdrawDataConsent, () => answer(undefined, [{ ...consent, state: 'withdrawn' }])),
    ],
  })
  await screen.findByRole('heading', { name: texts.consents.title })
  return give
}

test('shows who reads what, for what, since and until when', async () => {
  await show()
  const row = screen.getByRole('row', { name: /Energía Ejemplo/ })
  for (const text of ['Comparar tarifas', 'Consumo por horas', '27/11/2026', '27/05/2027', texts.consents.never])
    expect(within(row).getByText(text)).toBeDefined()
})

test('withdraws a consent, whose acts are gone then', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Retirar el permiso de Energía Ejemplo' }))
  expect(await screen.findAllByText('Permiso retirado: Energía Ejemplo ya no puede leer nada.')).not.toHaveLength(0)
  expect(screen.queryByRole('button', { name: /Renovar el permiso/ })).toBeNull()
  expect(screen.getAllByText('Retirado')).not.toHaveLength(0)
})

test('renews a consent, and says until when', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Renovar el permiso de Energía Ejemplo' }))
  expect(await screen.findAllByText('Permiso renovado hasta el 27/05/2027.')).not.toHaveLength(0)
})

test('says that a consent could not be changed', async () => {
  await show({ refused: 'consent_ended' })
  await userEvent.click(screen.getByRole('button', { name: 'Renovar el permiso de Energía Ejemplo' }))
  expect(await screen.findByText(texts.consents.failed)).toBeDefined()
})

test('gives a consent of the chosen holder, and shows its key once', async () => {
  const holders = [
    { id: 1, name: 'Anna Güell' },
    { id: 2, name: 'Taller Güell, SL' },
  ]
  const give = await show({ items: [], holders })
  expect(screen.getByText(texts.consents.none.title)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: texts.consents.give }))
  await userEvent.click(await screen.findByRole('button', { name: texts.dialog.do }))
  expect(screen.getAllByText(texts.dialog.required)).toHaveLength(2)
  expect(screen.getByText(texts.dialog.dataMissing)).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: /A quién/ }), 'Energía Ejemplo')
  await userEvent.type(screen.getByRole('textbox', { name: /Para qué/ }), 'Comparar tarifas')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Datos de' }), 'Taller Güell, SL')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Consumo por horas' }))
  await userEvent.click(screen.getByRole('button', { name: texts.dialog.do }))
  expect(await screen.findByText('llum_read_a')).toBeDefined()
  expect(give.mock.calls[0]![0]).toMatchObject({
    body: {
      ...{ holder_id: 2, third_party: 'Energía Ejemplo', purpose: 'Comparar tarifas' },
      scopes: ['curves:read'],
    },
  })
  await userEvent.click(screen.getByRole('button', { name: texts.made.done }))
  expect(await screen.findByRole('row', { name: /Energía Ejemplo/ })).toBeDefined()
  expect(screen.queryByText('llum_read_a')).toBeNull()
})

test('says that there are too many keys, and keeps what was typed', async () => {
  await show({ items: [], refused: 'access_tokens_too_many' })
  await userEvent.click(screen.getByRole('button', { name: texts.consents.give }))
  const party = await screen.findByRole('textbox', { name: /A quién/ })
  await userEvent.type(party, 'Otra')
  await userEvent.type(screen.getByRole('textbox', { name: /Para qué/ }), 'Comparar')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Facturas' }))
  await userEvent.click(screen.getByRole('button', { name: texts.dialog.do }))
  expect(await screen.findByText(texts.refusals.access_tokens_too_many)).toBeDefined()
  expect((party as HTMLInputElement).value).toBe('Otra')
})

test('a read-only user changes no consent', async () => {
  await show({ readonly: true })
  for (const name of [texts.consents.give, 'Renovar el permiso de Energía Ejemplo', /Retirar el permiso/])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})

test('offers the hours of each billed period, and says when they were taken', async () => {
  await show({ periods: [period, { ...period, invoice_id: 2, number: 'FE26/2', taken_at: '2026-11-06T09:00:00Z' }] })
  const link = screen.getByRole('link', { name: 'Descargar el consumo de la factura FE26/3' })
  expect(link.getAttribute('href')).toContain(pathOf(downloadInvoice, 2, { id: '3', type: 'curve_csv' }))
  expect(screen.getByText(texts.own.never)).toBeDefined()
  expect(screen.getByText(/06\/11\/2026/)).toBeDefined()
})

test('says what comes before the first bill', async () => {
  await show({ periods: [] })
  expect(screen.getByText(texts.own.none.title)).toBeDefined()
})

test('leads to older periods where one page does not show them all', async () => {
  await show({ total: 30 })
  const next = await screen.findByRole('link', { name: /siguiente/i })
  expect(next.getAttribute('href')).toContain('offset=24')
})
