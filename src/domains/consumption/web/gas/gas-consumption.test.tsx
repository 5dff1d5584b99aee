import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Reply } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { addDays, addMonths } from '#vocabulary/day.ts'
import { readGasConsumption } from '../../gas-api.ts'
import texts from '../../texts/es.json'
import { ConsumptionSection } from '../consumption-section.tsx'

beforeEach(() => {
  mockTopLayer()
})

type Gas = Reply<typeof readGasConsumption>
type Question = { start?: string; end?: string }

const months = (first: string, kwh: number) =>
  Array.from({ length: 12 }, (_, index) => ({
    ...{ month: addMonths(first, index), kwh, missing_days: 0, shared: false },
  }))
const readings: Gas['readings'] = [
  {
    ...{ date: '2026-11-19', origin: 'own', estimated: false, m3: 4150, used_m3: 11 },
    ...{ kwh_per_m3: null, calorific_kwh_per_m3: null, kwh: null },
  },
  {
    ...{ date: '2026-10-31', origin: 'distributor', estimated: false, m3: 4139, used_m3: 20 },
    ...{ kwh_per_m3: 11.46287, calorific_kwh_per_m3: 11.698, kwh: 229 },
  },
  {
    ...{ date: '2026-09-30', origin: 'distributor', estimated: true, m3: 4119, used_m3: null },
    ...{ kwh_per_m3: null, calorific_kwh_per_m3: null, kwh: null },
  },
]
const about = { data_from: '2024-11-01', data_until: '2026-11-19' }
const thisYear: Gas = { ...about, start: '2025-11-01', end: '2026-10-31', months: months('2025-11-01', 200), readings }
const yearBefore: Gas = { ...thisYear, start: '2024-11-01', end: '2025-10-31', months: months('2024-11-01', 250) }

async function showGas({
  address = '/contract',
  reply = ({ start }: Question) => (start === '2024-11-01' ? yearBefore : thisYear),
}: {
  address?: string
  reply?: (query: Question) => Gas
} = {}) {
  const queries: Question[] = []
  const shown = await renderAt(
    address,
    <ConsumptionSection
      id="consumption"
      contract={{ id: 8, energy: 'gas', tariff: 'RL.2' }}
      readingAddress="/contact?autolectures=true&contract=0048214"
    />,
    {
      boot: {
        settings: { features: { enableInfoCCH: false } },
        signedIn: { name: 'Anna', email: 'anna@example.com' } as never,
      },
      messages: { consumption: texts },
      callMocks: [
        mockCall(readGasConsumption, ({ query = {} }) => {
          queries.push(query)
          return reply(query)
        }),
      ],
    },
  )
  return { ...shown, queries }
}

test('shows invoiced gas by month, described in text and compared with the year before', async () => {
  const { queries } = await showGas()
  const figure = await screen.findByRole('figure')
  await waitFor(() =>
    expect(document.getElementById(figure.getAttribute('aria-labelledby')!)!.textContent).toBe(
      'En doce meses has usado 2.400\u00a0kWh, un 20\u00a0% menos que un año antes.',
    ),
  )
  expect(queries).toEqual([{}, { start: '2024-11-01', end: '2025-10-31' }])
  expect(screen.getByText('Es el gas que te hemos facturado, hasta el 31/10/2026.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Descargar' }))
  for (const name of ['Excel, con meses y lecturas', 'Meses (CSV)', 'Lecturas (CSV)'])
    expect(screen.getByRole('button', { name, hidden: true })).toBeTruthy()
})

test('shows the date, origin and volume of readings, and how it became energy', async () => {
  await showGas()
  const table = await screen.findByRole('table', { name: 'Lecturas del contador de gas, la más reciente primero' })
  const rows = within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .slice(0, 7)
        .map((cell) => cell.textContent),
    )
  expect(rows.slice(1)).toEqual([
    ['19/11/2026', 'La enviaste tú', '4.150', '11', '—', '—', '—'],
    ['31/10/2026', 'Distribuidora', '4.139', '20', '11,46287', '11,698', '229'],
    ['30/09/2026', 'Estimada por la distribuidora', '4.119', '—', '—', '—', '—'],
  ])
  expect(screen.getByRole('link', { name: 'Enviar la lectura de mi contador' }).getAttribute('href')).toBe(
    '/contact?autolectures=true&contract=0048214',
  )
})

test('shows the newest readings of a meter that is read daily, and the others on request', async () => {
  const daily = Array.from({ length: 300 }, (_, index) => ({ ...readings[1]!, date: addDays('2026-10-31', -index) }))
  await showGas({ reply: () => ({ ...thisYear, readings: daily }) })
  expect((await screen.findAllByText('Distribuidora')).length).toBe(24)
  await userEvent.click(screen.getByRole('button', { name: 'Ver las 300 lecturas' }))
  expect(screen.getAllByText('Distribuidora').length).toBe(300)
})

test('shows a contract without invoices and readings from when to expect data', async () => {
  const empty = thisYear.months.map((month) => ({ ...month, kwh: null, missing_days: 30 }))
  await showGas({ reply: () => ({ ...thisYear, data_from: null, data_until: null, months: empty, readings: [] }) })
  expect(await screen.findByText('Lo verás con tu primera factura o con la primera lectura del contador.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('links dates without invoices to the newest ones', async () => {
  const empty = thisYear.months.map((month) => ({ ...month, kwh: null, missing_days: 30 }))
  const { router } = await showGas({
    address: '/contract?curveStart=2019-01-01&curveEnd=2019-12-31',
    reply: ({ start }) => (start ? { ...thisYear, months: empty, readings: [] } : thisYear),
  })
  expect(await screen.findByText('No hay lecturas en estas fechas.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ver lo más reciente' }))
  expect(await screen.findByRole('figure')).toBeTruthy()
  expect(router.state.location.searchStr).toBe('')
})

test('shows the reference of a failed request, with a retry', async () => {
  let fails = true
  await showGas({
    reply: () => {
      if (fails) throw new Refused('unexpected', 500, { requestId: 'ab12-cd34' })
      return thisYear
    },
  })
  expect(await within(await screen.findByRole('alert')).findByText(/ab12-cd34/)).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await screen.findByRole('figure')).toBeTruthy()
})
