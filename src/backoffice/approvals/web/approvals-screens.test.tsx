import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import offerTexts from '#domains/offers/desk/products/texts/es.json'
import regulatedTexts from '#domains/regulated-prices/desk/texts/es.json'
import settingTexts from '#domains/retailer/desk/settings/texts/es.json'
import settingWords from '#domains/retailer/settings/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import {
  type ApprovalDetail,
  type ApprovalReply,
  decideApproval,
  type ListedApproval,
  listApprovals,
  readApproval,
  withdrawApproval,
} from '../api.ts'
import texts from '../texts/es.json'
import { ApprovalScreen } from './approval-screen.tsx'
import { ApprovalsScreen } from './approvals-screen.tsx'

const messages = {
  ...{ 'desk-approvals': texts, 'desk-products': offerTexts, 'desk-regulated-prices': regulatedTexts },
  ...{ 'desk-settings': settingTexts, settings: settingWords },
}
const at = '2026-03-01T10:00:00Z'
const detail = {
  kind: 'refund' as const,
  payment: { id: 'p1', amount: 45.69, item: { kind: 'invoice' as const, number: 'FE26/1' } },
  ...{ amount: 5.69, is_owed_again: true, refundable_before: 45.69, refundable_after: 40 },
}
const listed: ListedApproval = {
  ...{ id: 'a1', kind: 'refund', state: 'requested', detail, customer: { id: 3, name: 'Eva García' } },
  ...{ reason: 'Cobrada dos veces', requested_by: { id: 1, name: 'Marta Soler' }, requested_at: at },
  ...{ expires_at: '2026-03-08T10:00:00Z', decided_by: null, decided_at: null, note: null, is_own: false },
}
const request: ApprovalReply = { ...listed, changed_to: null, failure: null }

function showList(items: ListedApproval[], address = '/operator/approvals') {
  const answers = [mockCall(listApprovals, () => ({ items, total: items.length }))]
  return renderAt(address, <ApprovalsScreen />, {
    path: '/operator/approvals',
    messages,
    callMocks: answers,
  })
}

type ApprovalScreenOptions = { approval: ApprovalReply; onDecide?: (body: unknown) => void; onWithdraw?: () => void }

function show({ approval, onDecide = () => {}, onWithdraw = () => {} }: ApprovalScreenOptions) {
  return renderAt(
    '/operator/approvals/a1',
    <ToastProvider>
      <ApprovalScreen />
    </ToastProvider>,
    {
      path: '/operator/approvals/$id',
      messages,
      callMocks: [
        mockCall(readApproval, () => approval),
        mockCall(decideApproval, ({ body }) => {
          onDecide(body)
          return { state: 'approved' as const, failure: null }
        }),
        mockCall(withdrawApproval, () => {
          onWithdraw()
          return undefined
        }),
      ],
    },
  )
}

describe('the list', () => {
  test('shows what is open, who requested it and until when', async () => {
    await showList([listed])
    const table = await screen.findByRole('table', {
      name: 'Solicitudes pendientes, de la más antigua a la más reciente',
    })
    const link = within(table).getByRole('link', { name: /Devolver 5,69\s€ de la factura FE26\/1/ })
    expect(link.getAttribute('href')).toBe('/operator/approvals/a1')
    expect(within(table).getByText('Marta Soler')).toBeTruthy()
    expect(within(table).getByText('Pendiente')).toBeTruthy()
  })

  test.each([
    ['/operator/approvals', 'No hay nada que aprobar'],
    ['/operator/approvals?state=decided', 'Aún no se ha decidido nada'],
  ])('shows the empty state: %s', async (address, words) => {
    await showList([], address)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('shows a placeholder for a request that it cannot parse', async () => {
    await showList([{ ...listed, detail: null }])
    expect(await screen.findByRole('link', { name: 'Solicitud que esta versión no puede leer' })).toBeTruthy()
  })
})

describe('a request of another operator', () => {
  test('shows the current and requested values and can be approved', async () => {
    const sent: unknown[] = []
    await show({ approval: request, onDecide: (body) => sent.push(body) })
    const row = (await screen.findByRole('row', { name: /Se puede devolver todavía/ })) as HTMLElement
    expect(row.textContent).toMatch(/45,69\s€.*40,00\s€/)
    expect(screen.getByText(/Vuelve a quedar pendiente por 5,69\s€/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Aprobar' }))
    await expect.poll(() => sent).toEqual([{ decision: 'approve', note: '' }])
  })

  test('can only be rejected with a note', async () => {
    const sent: unknown[] = []
    await show({ approval: request, onDecide: (body) => sent.push(body) })
    await userEvent.click(await screen.findByRole('button', { name: 'Rechazar' }))
    expect(await screen.findByText('Escribe por qué lo rechazas.')).toBeTruthy()
    expect(sent).toEqual([])
    await userEvent.type(screen.getByRole('textbox', { name: 'Nota' }), 'Falta el justificante')
    await userEvent.click(screen.getByRole('button', { name: 'Rechazar' }))
    await expect.poll(() => sent).toEqual([{ decision: 'reject', note: 'Falta el justificante' }])
  })

  test('can only be rejected once the state has changed, and shows the current one', async () => {
    await show({ approval: { ...request, changed_to: { ...detail, refundable_before: 30, refundable_after: 24.31 } } })
    expect(await screen.findByText(/ya no son los que vio quien lo pidió/)).toBeTruthy()
    expect(screen.getByRole('row', { name: /Se puede devolver todavía/ }).textContent).toMatch(/30,00\s€/)
    expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Rechazar' })).toBeTruthy()
  })

  test('shows why a decision was refused after another operator decided first', async () => {
    const onDecide = () => {
      throw new Refused('approval_decided', 409)
    }
    await show({ approval: request, onDecide })
    await userEvent.click(await screen.findByRole('button', { name: 'Aprobar' }))
    expect(await screen.findByText(/Ya está decidido/)).toBeTruthy()
  })
})

const prices = (eur: string) => ({
  ...{ standing: [{ per: 'year' as const, eur: '30.5' }], energy: [eur, '0.15'], surplus: null },
  ...{ standing_discount: null, energy_discount: '4' },
})
const pricesDetail: ApprovalDetail = {
  ...{ kind: 'prices', act: 'plan', product: { id: 7, name: 'Tarifa Clara', energy: 'electricity' }, tariff: '2.0TD' },
  before: { valid_from: '2026-01-01', prices: prices('0.21') },
  after: { valid_from: '2027-01-01', prices: prices('0.25') },
}
const figureDetail: ApprovalDetail = {
  ...{ kind: 'figure', act: 'withdraw' },
  figure: { name: 'vat', unit: '%', shape: 'single', tariff: null },
  before: { valid_from: '2027-01-01', valid_to: null, values: ['10'], source: 'BOE-A-2026-99999' },
  after: null,
}

describe('uses the terms of its section', () => {
  test.each<[string, ApprovalDetail, RegExp, RegExp[], string]>([
    [
      'prices',
      pricesDetail,
      /Planificar precios de Tarifa Clara \(2\.0TD\)/,
      [/Desde 01\/01\/2026 01\/01\/2027/, /Energía 0,21 · 0,15 €\/kWh 0,25 · 0,15 €\/kWh/, /Descuentos Energía: −4 %/],
      '/operator/products/7',
    ],
    [
      'a regulated value',
      figureDetail,
      /Retirar un valor futuro/,
      [/10\s%\s—/, /BOE-A-2026-99999 —/],
      '/operator/regulated/vat',
    ],
    [
      'a setting',
      { kind: 'setting', path: 'payment.platforms', value_kind: 'list_of', before: [], after: ['stripe', 'redsys'] },
      /Cambiar el ajuste Proveedores de pago/,
      [/stripe, redsys/],
      '/operator/settings?q=payment.platforms',
    ],
  ])('%s', async (_, shown, heading, rows, href) => {
    await show({ approval: { ...request, kind: shown.kind, detail: shown, customer: null, reason: null } })
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    for (const row of rows) expect(screen.getByRole('row', { name: row })).toBeTruthy()
    expect(screen.getByRole('link', { name: /^Ver el/ }).getAttribute('href')).toBe(href)
  })
})

test('one’s own request can be withdrawn but not decided', async () => {
  let withdrawn = 0
  await show({ approval: { ...request, is_own: true }, onWithdraw: () => withdrawn++ })
  expect(await screen.findByText(/Lo has pedido tú/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Retirar la solicitud' }))
  await userEvent.click(screen.getByRole('button', { name: 'Sí, retirarla' }))
  await expect.poll(() => withdrawn).toBe(1)
})

test.each([
  ['platform_missing', /faltan las claves del proveedor/],
  ['anything', /ya no coincide con los datos actuales/],
])('a failed approval shows why: %s', async (failure, words) => {
  const decided = { state: 'failed' as const, decided_by: { id: 2, name: 'Jordi' }, decided_at: at, failure }
  await show({ approval: { ...request, ...decided } })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Rechazar' })).toBeNull()
})
