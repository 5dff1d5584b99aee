import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { readBillForecast } from '#domains/bill-forecasts/api.ts'
import billForecasts from '#domains/bill-forecasts/texts/es.json'
import { readAnyChart } from '#domains/consumption/api.ts'
import { listContracts } from '#domains/contracts/api.ts'
import contracts from '#domains/contracts/texts/es.json'
import { home, homeGas } from '#domains/contracts/web/contract-testing.tsx'
import { listInvoices, listMultipointInvoices } from '#domains/invoices/api.ts'
import { wireInvoice, wireMultipointInvoice } from '#domains/invoices/web/invoice-testing.ts'
import { readTransferDetails } from '#domains/payments/api.ts'
import payments from '#domains/payments/texts/es.json'
import { transferDetails } from '#domains/payments/web/payment-samples.ts'
import { listBanners, listHtmlRoutes, readBanner } from '#domains/retailer/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import retailer from '#domains/retailer/texts/es.json'
import { listRevisions } from '#domains/revisions/api.ts'
import { listSignatures } from '#domains/signatures/api.ts'
import signatures from '#domains/signatures/texts/es.json'
import { listRequests } from '#domains/support/api.ts'
import support from '#domains/support/texts/es.json'
import type { Boot } from '#kit/boot.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import texts from '../texts/es.json'
import { HomeScreen } from './home-screen.tsx'

const february = wireInvoice({
  id: 2,
  number: 'FE26/2',
  date: '2026-03-04',
  start_date: '2026-02-01',
  end_date: '2026-02-28',
  amount_total: 56,
  paid_status: 'paid',
})
const january = wireInvoice({
  id: 1,
  number: 'FE26/1',
  date: '2026-02-04',
  start_date: '2026-01-01',
  end_date: '2026-01-31',
  amount_total: 55.8,
  paid_status: 'paid',
})
const owed = { ...february, paid_status: 'unpaid' as const, amount_pending: 56 }

/** Returns a chart of the given kWh in a range whose last days are 7 days of March. */
const chart = (start: string, end: string, kWh: number) => ({
  curve: {
    date: [`${start}T00:00:00+01:00`],
    period: ['P1' as const],
    activa: [kWh],
    exportada: [null],
    reactiva: [null],
    missing: [0],
    estimated: [0],
  },
  magnitudes: { elements: [{ name: 'activa' as const, unit: 'kWh' as const, total: kWh }] },
  translations: {},
  start,
  end,
  data_from: '2024-03-01',
  data_until: '2026-03-07',
  step_minutes: 60 as const,
})

const down = () => {
  throw new Refused('unexpected', 500)
}

/** Renders a household with two paid invoices; `answers` take precedence. */
function show(answers: CallMock[] = [], boot: Partial<Boot> = {}) {
  const usual = [
    mockCall(listInvoices, ({ query }) => {
      const isOwed = query?.filter?.includes('unpaid')
      const items = isOwed || query?.type === 'gas' ? [] : [february, january]
      return { items, n_items: items.length, offset: 0, limit: 13 }
    }),
    mockCall(listMultipointInvoices, () => ({ items: [], n_items: 0, offset: 0, limit: 13 })),
    mockCall(listContracts, () => ({ items: [home], total: 1 })),
    mockCall(readAnyChart, ({ query }) => {
      if (query?.start === '2025-03-01') return chart('2025-03-01', '2025-03-07', 60)
      return query?.start === '2026-03-01'
        ? chart('2026-03-01', '2026-03-10', 45)
        : chart('2026-02-01', '2026-02-07', 50)
    }),
    mockCall(readBillForecast, ({ params }) => ({
      bill: null,
      no_bill_reason: params.id === String(homeGas.id) ? ('nothing_to_bill' as const) : ('no_curve' as const),
    })),
    mockCall(listRequests, () => ({ items: [], n_items: 0, offset: 0, limit: 20 })),
    mockCall(listBanners, () => ({ items: ['home'] })),
    mockCall(readBanner, () => ({ banner: '<p>Este sábado hacemos mejoras.</p>' })),
    mockCall(listHtmlRoutes, () => []),
    mockCall(listRevisions, () => ({ items: [] })),
    mockCall(listSignatures, () => ({ items: [] })),
  ]
  return renderAt('/', <HomeScreen />, {
    boot: { signedIn: anna, settings: defaultSettings, flags: { 'crm.case': true }, ...boot },
    messages: { home: texts, 'bill-forecasts': billForecasts, contracts, payments, retailer, signatures, support },
    callMocks: [...answers, ...usual],
  })
}

describe('an invoice that awaits a transfer', () => {
  const waiting = { ...owed, paid_status: 'pending_transfer' as const, transfer_enabled: true }
  const copyAccount = { name: 'Copiar Cuenta (IBAN)' }

  async function showOwed(items: (typeof waiting)[], boot: Partial<Boot> = {}) {
    const answers = [
      mockCall(listInvoices, ({ query }) => {
        const listed = query?.type === 'gas' ? [] : items
        return { items: listed, n_items: listed.length, offset: 0, limit: 13 }
      }),
      mockCall(readTransferDetails, () => transferDetails),
    ]
    await show(answers, boot)
    return within(await screen.findByRole('region', { name: 'Por pagar' }))
  }

  test('has its account, beneficiary and concept on the summary card, to be copied, and a link to all details', async () => {
    const summaryCard = await showOwed([waiting])
    expect(summaryCard.getByRole('button', { name: 'Pagar por transferencia' })).toBeTruthy()
    expect(await summaryCard.findByRole('button', copyAccount)).toBeTruthy()
    expect(summaryCard.getByRole('button', { name: 'Copiar Concepto' }).parentElement?.textContent).toBe('FE26/157374')
    expect(summaryCard.getByText('Beneficiario: Demo Energia')).toBeTruthy()
    expect(summaryCard.queryByText(/^Factura/)).toBeNull()
  })

  test('is named by its invoice if several are due', async () => {
    const summaryCard = await showOwed([waiting, { ...waiting, id: 8, number: 'FE26/8' }])
    expect(await summaryCard.findByText(/^Factura FE26\/\d+: 45,69\s€$/)).toBeTruthy()
    expect(summaryCard.getAllByRole('button', copyAccount)).toHaveLength(1)
  })

  test('has no account with an upstream server, which has no such call', async () => {
    const summaryCard = await showOwed([waiting], { hasUpstream: true })
    expect(summaryCard.queryByRole('button', { name: 'Pagar por transferencia' })).toBeNull()
    expect(summaryCard.queryByRole('button', copyAccount)).toBeNull()
  })
})

describe('the overview', () => {
  test('says which prices change from when, and leads to what it means', async () => {
    const contract = { name: '0054210', type: 'electricity' } as const
    const id = '3f1c2d4e-0000-4000-8000-000000000001'
    const revision = { id, kind: 'prices', applies_on: '2027-01-15', status: 'announced', contract } as const
    const left = { ...revision, id: id.replace('1', '2'), status: 'left' } as const
    await show([mockCall(listRevisions, () => ({ items: [revision, left] }))])
    expect(await screen.findByText(/Los precios de tu contrato 0054210 cambian el 15\/01\/2027/)).toBeTruthy()
    expect(screen.getByRole('link', { name: texts.revision.see }).getAttribute('href')).toContain(id)
  })

  test('compares the last invoice with the one before, per day', async () => {
    await show()
    const latest = within(await screen.findByRole('region', { name: 'La última factura y la anterior' }))
    expect(latest.getByText(/^Cada día te ha costado/).textContent).toBe(
      'Cada día te ha costado 0,20\u00a0€ más que en la anterior.',
    )
    expect(latest.getByText('Febrero, 28 días').nextElementSibling?.textContent).toBe(
      '56,00\u00a0€ · 2,00\u00a0€ al día',
    )
    expect(latest.getByText('Enero, 31 días').nextElementSibling?.textContent).toBe('55,80\u00a0€ · 1,80\u00a0€ al día')
  })

  test('compares this month’s usage with the same days a year ago', async () => {
    await show()
    const month = within(await screen.findByRole('region', { name: 'Marzo, hasta el día 7' }))
    expect((await month.findByText(/los mismos días de hace un año/)).textContent).toBe(
      'Un 25\u00a0% menos que los mismos días de hace un año, cuando usaste 60\u00a0kWh.',
    )
  })

  test('compares it with the month before if a year ago is unknown', async () => {
    const unknown = { ...chart('2025-03-01', '2025-03-07', 60), data_from: '2026-01-01' }
    await show([
      mockCall(readAnyChart, ({ query }) => {
        if (query?.start === '2025-03-01') return unknown
        return query?.start === '2026-03-01'
          ? chart('2026-03-01', '2026-03-10', 45)
          : chart('2026-02-01', '2026-02-07', 50)
      }),
    ])
    const month = within(await screen.findByRole('region', { name: 'Marzo, hasta el día 7' }))
    expect((await month.findByText(/los mismos días del mes anterior/)).textContent).toBe(
      'Un 10\u00a0% menos que los mismos días del mes anterior, cuando usaste 50\u00a0kWh.',
    )
  })

  const noBills = billForecasts.noBill
  test.each([
    ['electricity', [home], { 'Tu próxima factura de luz': noBills.no_curve }],
    ['gas', [homeGas], { 'Tu próxima factura de gas': noBills.nothing_to_bill }],
    [
      'both',
      [home, homeGas],
      { 'Tu próxima factura de luz': noBills.no_curve, 'Tu próxima factura de gas': noBills.nothing_to_bill },
    ],
    ['neither any more', [{ ...homeGas, state: 'baja' as const }], {}],
  ])('shows the next bill of each energy: %s', async (_, items, bills) => {
    await show([mockCall(listContracts, () => ({ items, total: items.length }))])
    await screen.findByText('Tus contratos')
    expect(screen.queryAllByRole('region', { name: /^Tu próxima factura/ })).toHaveLength(Object.keys(bills).length)
    for (const [name, text] of Object.entries(bills)) {
      const section = within(screen.getByRole('region', { name }))
      await section.findByText(text)
      expect(section.queryAllByText(home.cups.full_address)).toHaveLength(items.length - 1)
    }
  })

  test('shows the next bill of gas too where many contracts of electricity come before it', async () => {
    const reply = ({ query }: { query?: { type?: string } }) => ({
      items: query?.type === 'gas' ? [homeGas] : [home],
      total: query?.type === 'gas' ? 1 : 7,
    })
    await show([mockCall(listContracts, reply)])
    expect(await screen.findByRole('region', { name: 'Tu próxima factura de gas' })).toBeTruthy()
  })

  test('shows no next bill with an upstream server, which has no such call', async () => {
    await show([], { hasUpstream: true })
    await screen.findByText('Tus contratos')
    expect(screen.queryByRole('region', { name: /^Tu próxima factura/ })).toBeNull()
  })

  test('shows on a day of one price when and how it changes again', async () => {
    await show([], { now: '2026-11-21T15:00:00Z' })
    const now = within(await screen.findByRole('region', { name: 'Ahora, 16:00' }))
    expect(now.getByText('Precio valle todo el día')).toBeTruthy()
    expect(now.getByRole('heading', { name: 'Lunes, 23/11/2026' })).toBeTruthy()
    expect(
      now.getByRole('img', { name: /^Precio del 23\/11\/2026 por horas: valle de 0 a 8, llano de 8/ }),
    ).toBeTruthy()
  })

  test('shows what is due and the retailer’s notices', async () => {
    const reply = ({ query }: { query?: { type?: string } }) => {
      const items = query?.type === 'gas' ? [] : [owed]
      return { items, n_items: items.length, offset: 0, limit: 13 }
    }
    await show([mockCall(listInvoices, reply)])
    await screen.findByRole('heading', { level: 1, name: 'Hola, Anna. Tienes una factura por pagar.' })
    expect(screen.queryByRole('region', { name: 'La última factura y la anterior' })).toBeNull()
    expect((await screen.findAllByText('Este sábado hacemos mejoras.')).length).toBeGreaterThan(0)
  })

  test('shows of an invoice that is paid in parts the next one', async () => {
    const inParts = { ...owed, next_part: { amount: 14, due_date: '2026-04-10' } }
    await show([
      mockCall(listInvoices, ({ query }) => {
        const items = query?.type === 'gas' ? [] : [inParts]
        return { items, n_items: items.length, offset: 0, limit: 13 }
      }),
    ])
    expect(await screen.findByText(/La próxima parte de febrero, 14,00\s€ hasta el 10\/04\/2026\./)).toBeTruthy()
    expect(screen.getByText('14,00')).toBeTruthy()
  })

  const waiting = { paid_status: 'pending_transfer' as const, date: '2026-03-04', due_date: '2026-03-25' }
  const joint = wireMultipointInvoice({
    ...waiting,
    number: 'FM26/1',
    amount_total: 184179.62,
    amount_pending: 184179.62,
  })

  test('shows a multipoint invoice as one, with its total and due date', async () => {
    await show([
      mockCall(listInvoices, ({ query }) => {
        const isOwn = query?.type === 'electricity' && !query.by_itself
        const items = isOwn ? [{ ...february, ...waiting, amount_total: 99.57 }] : []
        return { items, n_items: items.length, offset: 0, limit: 10 }
      }),
      mockCall(listMultipointInvoices, () => ({ items: [joint], n_items: 1, offset: 0, limit: 10 })),
    ])
    await screen.findByRole('heading', { level: 1, name: 'Hola, Anna. Tienes una factura por pagar.' })
    screen.getByText(/^Marzo, 184\.179,62/)
    screen.getByText(/Esperamos tu transferencia hasta el/)
    expect(screen.queryByText(/99,57/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Ver y pagar' }).getAttribute('href')).toBe('/invoices/FM26%2F1')
  })

  const nothing = [
    mockCall(listContracts, () => ({ items: [], total: 0 })),
    mockCall(listInvoices, () => ({ items: [], n_items: 0, offset: 0, limit: 13 })),
  ]
  test('shows a user without contracts what to expect', async () => {
    await show(nothing)
    await screen.findByText('Aún no hay contratos a tu nombre')
    expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('Hola, Anna.')
    expect(screen.getByRole('link', { name: 'Contratar' }).getAttribute('href')).toBe('/new-electricity-customer')
    expect(screen.queryByRole('link', { name: 'Descargar el contrato' })).toBeNull()
  })
})

describe('a part that cannot be loaded shows an error without affecting the rest:', () => {
  const parts: [name: string, answers: CallMock[], notice: string | null, stands: string][] = [
    ['the invoices', [mockCall(listInvoices, down)], 'No hemos podido cargar tus facturas', 'Tus contratos'],
    ['the contracts', [mockCall(listContracts, down)], 'No hemos podido cargar tus contratos', 'Factura de febrero'],
    ['the readings', [mockCall(readAnyChart, down)], 'No hemos podido cargar el consumo.', 'Factura de febrero'],
    ['the requests', [mockCall(listRequests, down)], 'No hemos podido cargar tus solicitudes', 'Tus contratos'],
    ['the banners', [mockCall(readBanner, down)], null, 'Tus contratos'],
    ['the pages of the retailer', [mockCall(listHtmlRoutes, down)], null, 'Tus contratos'],
  ]
  test.each(parts)('%s', async (_, answers, notice, stands) => {
    const { portal } = await show(answers)
    await screen.findByText(stands)
    await expect.poll(() => portal.queryClient?.isFetching()).toBe(0)
    if (notice) await screen.findByText(notice, { exact: false })
  })

  test('and is retried on request', async () => {
    let isDown = true
    const reply = () => (isDown ? down() : { items: [home], total: 1 })
    await show([mockCall(listContracts, reply)])
    await screen.findByText('No hemos podido cargar tus contratos')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
    await screen.findByText('Tus contratos')
  })
})
