import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { readAnyChart } from '#domains/consumption/api.ts'
import { listContracts } from '#domains/contracts/api.ts'
import contracts from '#domains/contracts/texts/es.json'
import { home } from '#domains/contracts/web/contract-testing.tsx'
import { listInvoices, listMultipointInvoices } from '#domains/invoices/api.ts'
import { wireInvoice, wireMultipointInvoice } from '#domains/invoices/web/invoice-testing.ts'
import { listBanners, listHtmlRoutes, readBanner } from '#domains/operator/api.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import operator from '#domains/operator/texts/es.json'
import { readTransferDetails } from '#domains/payments/api.ts'
import payments from '#domains/payments/texts/es.json'
import { transferDetails } from '#domains/payments/web/payment-samples.ts'
import { listSignatures } from '#domains/signatures/api.ts'
import signatures from '#domains/signatures/texts/es.json'
import { listRequests } from '#domains/support/api.ts'
import support from '#domains/support/texts/es.json'
import type { Boot } from '#kit/boot.ts'
import { Refused } from '#kit/refusal.ts'
import { type Answer, anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
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

/** So many kWh in a range of which 7 days of March are the last. */
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

/** A household with two invoices that are paid; `answers` come before. */
function show(answers: Answer[] = [], boot: Partial<Boot> = {}) {
  const usual = [
    answer(listInvoices, ({ query }) => {
      const isOwed = query?.filter?.includes('unpaid')
      const items = isOwed || query?.type === 'gas' ? [] : [february, january]
      return { items, n_items: items.length, offset: 0, limit: 13 }
    }),
    answer(listMultipointInvoices, () => ({ items: [], n_items: 0, offset: 0, limit: 13 })),
    answer(listContracts, () => ({ items: [home], total: 1 })),
    answer(readAnyChart, ({ query }) => {
      if (query?.start === '2025-03-01') return chart('2025-03-01', '2025-03-07', 60)
      return query?.start === '2026-03-01'
        ? chart('2026-03-01', '2026-03-10', 45)
        : chart('2026-02-01', '2026-02-07', 50)
    }),
    answer(listRequests, () => ({ items: [], n_items: 0, offset: 0, limit: 20 })),
    answer(listBanners, () => ({ items: ['home'] })),
    answer(readBanner, () => ({ banner: '<p>Este sábado hacemos mejoras.</p>' })),
    answer(listHtmlRoutes, () => []),
    answer(listSignatures, () => ({ items: [] })),
  ]
  return renderAt('/', <HomeScreen />, {
    boot: { signedIn: anna, settings: defaultSettings, flags: { 'crm.case': true }, ...boot },
    messages: { home: texts, contracts, payments, operator, signatures, support },
    answers: [...answers, ...usual],
  })
}

describe('what waits for a transfer', () => {
  const waiting = { ...owed, paid_status: 'pending_transfer' as const, transfer_enabled: true }
  const copyAccount = { name: 'Copiar Cuenta (IBAN)' }

  async function showOwed(items: (typeof waiting)[], boot: Partial<Boot> = {}) {
    const answers = [
      answer(listInvoices, ({ query }) => {
        const listed = query?.type === 'gas' ? [] : items
        return { items: listed, n_items: listed.length, offset: 0, limit: 13 }
      }),
      answer(readTransferDetails, () => transferDetails),
    ]
    await show(answers, boot)
    return within(await screen.findByRole('region', { name: 'Por pagar' }))
  }

  test('has its account, beneficiary and concept on the plate, to be copied, and the way to all of it', async () => {
    const plate = await showOwed([waiting])
    expect(plate.getByRole('button', { name: 'Pagar por transferencia' })).toBeTruthy()
    expect(await plate.findByRole('button', copyAccount)).toBeTruthy()
    expect(plate.getByRole('button', { name: 'Copiar Concepto' }).parentElement?.textContent).toBe('FE26/157374')
    expect(plate.getByText('Beneficiario: Demo Energia')).toBeTruthy()
    expect(plate.queryByText(/^Factura/)).toBeNull()
  })

  test('is told by its invoice where several are owed, of one alone', async () => {
    const plate = await showOwed([waiting, { ...waiting, id: 8, number: 'FE26/8' }])
    expect(await plate.findByText(/^Factura FE26\/\d+: 45,69\s€$/)).toBeTruthy()
    expect(plate.getAllByRole('button', copyAccount)).toHaveLength(1)
  })

  test('has no account in front of another server, which has no such call', async () => {
    const plate = await showOwed([waiting], { hasUpstream: true })
    expect(plate.queryByRole('button', { name: 'Pagar por transferencia' })).toBeNull()
    expect(plate.queryByRole('button', copyAccount)).toBeNull()
  })
})

describe('the overview', () => {
  test('holds the last invoice against the one before, by the day', async () => {
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

  test('holds what this month has used against the same days of a year ago', async () => {
    await show()
    const month = within(await screen.findByRole('region', { name: 'Marzo, hasta el día 7' }))
    expect((await month.findByText(/los mismos días de hace un año/)).textContent).toBe(
      'Un 25\u00a0% menos que los mismos días de hace un año, cuando usaste 60\u00a0kWh.',
    )
  })

  test('or of the month before, where a year ago is not known', async () => {
    const unknown = { ...chart('2025-03-01', '2025-03-07', 60), data_from: '2026-01-01' }
    await show([
      answer(readAnyChart, ({ query }) => {
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

  test('on a day of one price tells when it changes again, and how', async () => {
    await show([], { now: '2026-11-21T15:00:00Z' })
    const now = within(await screen.findByRole('region', { name: 'Ahora, 16:00' }))
    expect(now.getByText('Precio valle todo el día')).toBeTruthy()
    expect(now.getByRole('heading', { name: 'Lunes, 23/11/2026' })).toBeTruthy()
    expect(
      now.getByRole('img', { name: /^Precio del 23\/11\/2026 por horas: valle de 0 a 8, llano de 8/ }),
    ).toBeTruthy()
  })

  test('says what is due, and what the retailer has to say', async () => {
    const reply = ({ query }: { query?: { type?: string } }) => {
      const items = query?.type === 'gas' ? [] : [owed]
      return { items, n_items: items.length, offset: 0, limit: 13 }
    }
    await show([answer(listInvoices, reply)])
    await screen.findByRole('heading', { level: 1, name: 'Hola, Anna. Tienes una factura por pagar.' })
    expect(screen.queryByRole('region', { name: 'La última factura y la anterior' })).toBeNull()
    expect((await screen.findAllByText('Este sábado hacemos mejoras.')).length).toBeGreaterThan(0)
  })

  const waiting = { paid_status: 'pending_transfer' as const, date: '2026-03-04', due_date: '2026-03-25' }
  const joint = wireMultipointInvoice({
    ...waiting,
    number: 'FM26/1',
    amount_total: 184179.62,
    amount_pending: 184179.62,
  })

  test('of somebody whose invoices are gathered in one says that one, in all, and until when', async () => {
    await show([
      answer(listInvoices, ({ query }) => {
        const isOwn = query?.type === 'electricity' && !query.by_itself
        const items = isOwn ? [{ ...february, ...waiting, amount_total: 99.57 }] : []
        return { items, n_items: items.length, offset: 0, limit: 10 }
      }),
      answer(listMultipointInvoices, () => ({ items: [joint], n_items: 1, offset: 0, limit: 10 })),
    ])
    await screen.findByRole('heading', { level: 1, name: 'Hola, Anna. Tienes una factura por pagar.' })
    screen.getByText(/^Marzo, 184\.179,62/)
    screen.getByText(/Esperamos tu transferencia hasta el/)
    expect(screen.queryByText(/99,57/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Ver y pagar' }).getAttribute('href')).toBe(
      '/invoices?contractType=multipoint',
    )
  })

  const nothing = [
    answer(listContracts, () => ({ items: [], total: 0 })),
    answer(listInvoices, () => ({ items: [], n_items: 0, offset: 0, limit: 13 })),
  ]
  test('of somebody who has nothing says what there will be', async () => {
    await show(nothing)
    await screen.findByText('Aún no hay contratos a tu nombre')
    expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('Hola, Anna.')
    expect(screen.getByRole('link', { name: 'Contratar' }).getAttribute('href')).toBe('/new-electricity-customer')
    expect(screen.queryByRole('link', { name: 'Descargar el contrato' })).toBeNull()
  })
})

describe('where one part cannot be read, it says so and the rest stands:', () => {
  const parts: [name: string, answers: Answer[], told: string | null, stands: string][] = [
    ['the invoices', [answer(listInvoices, down)], 'No hemos podido cargar tus facturas', 'Tus contratos'],
    ['the contracts', [answer(listContracts, down)], 'No hemos podido cargar tus contratos', 'Factura de febrero'],
    ['the readings', [answer(readAnyChart, down)], 'No hemos podido cargar el consumo.', 'Factura de febrero'],
    ['the requests', [answer(listRequests, down)], 'No hemos podido cargar tus solicitudes', 'Tus contratos'],
    ['the banners', [answer(readBanner, down)], null, 'Tus contratos'],
    ['the pages of the retailer', [answer(listHtmlRoutes, down)], null, 'Tus contratos'],
  ]
  test.each(parts)('%s', async (_, answers, told, stands) => {
    const { portal } = await show(answers)
    await screen.findByText(stands)
    await expect.poll(() => portal.queryClient?.isFetching()).toBe(0)
    if (told) await screen.findByText(told, { exact: false })
  })

  test('and is read again on demand', async () => {
    let isDown = true
    const reply = () => (isDown ? down() : { items: [home], total: 1 })
    await show([answer(listContracts, reply)])
    await screen.findByText('No hemos podido cargar tus contratos')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
    await screen.findByText('Tus contratos')
  })
})
