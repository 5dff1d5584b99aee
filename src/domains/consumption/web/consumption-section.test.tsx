import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { plots } from '#kit/web/chart/chart-testing.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { addMonths } from '#vocabulary/day.ts'
import { readAnyChart, type readChart } from '../api.ts'
import texts from '../texts/es.json'
import { ConsumptionSection, type CostFigureProps } from './consumption-section.tsx'
import { consumptionSearchNames } from './search-names.ts'

beforeEach(() => {
  mockTopLayer()
})

type Chart = ReplyIn<typeof readChart>
type ChartRequest = { type: string; start?: string; end?: string }

const known = { data_from: '2024-11-01', data_until: '2026-11-17', step_minutes: 15 } as const
const nothingElse = { magnitudes: { elements: [] }, translations: {} }

/** Returns a chart with one entry per start, of periods 1 and 3. */
function chartOf(starts: string[], { start, end, ...more }: Partial<Chart> & { start: string; end: string }): Chart {
  const date = starts.flatMap((each) => [each, each])
  const each = <Value,>(...pair: [Value, Value]) => starts.flatMap(() => pair)
  return {
    curve: {
      date,
      period: each('P1', 'P3'),
      activa: each(30, 70),
      exportada: each<number | null>(null, null),
      reactiva: each<number | null>(null, null),
      missing: each(0, 0),
      estimated: each(0, 0),
    },
    ...nothingElse,
    ...known,
    start,
    end,
    ...more,
  }
}

const yearStarts = (first: string) =>
  Array.from({ length: 12 }, (_, month) => `${addMonths(first, month)}T00:00:00+01:00`)
const lastYear = chartOf(yearStarts('2025-11-01'), { start: '2025-11-01', end: '2026-10-31' })
const yearBefore = chartOf(yearStarts('2024-11-01'), { start: '2024-11-01', end: '2025-10-31' })

function answersOf({ type, start, end }: ChartRequest): Chart {
  if (type === 'monthly') return start === '2024-11-01' ? yearBefore : lastYear
  const first = start ?? '2026-11-17'
  return chartOf([`${first}T00:00:00+01:00`], { start: first, end: end ?? first })
}

type Stage = { address?: string; tariff?: string; reply?: (request: ChartRequest) => Chart; infoIsOn?: boolean }

async function showSection({
  address = '/contract',
  tariff = '2.0TD',
  reply = answersOf,
  infoIsOn = false,
}: Stage = {}) {
  const requests: ChartRequest[] = []
  const shown = await renderAt(
    address,
    <ConsumptionSection id="consumption" contract={{ id: 7, energy: 'electricity', tariff }} />,
    {
      boot: {
        settings: { features: { enableInfoCCH: infoIsOn } },
        signedIn: { name: 'Anna', email: 'anna@example.com' } as never,
      },
      messages: { consumption: texts },
      callMocks: [
        mockCall(readAnyChart, ({ params, query }) => {
          const question = { type: params.type, ...query } as ChartRequest
          requests.push(question)
          return reply(question)
        }),
      ],
    },
  )
  const address_ = () => Object.fromEntries(new URLSearchParams(shown.router.state.location.searchStr))
  return { ...shown, asked: requests, search: address_ }
}

const summary = async () => (await screen.findByRole('figure')).getAttribute('aria-labelledby')!
const sentence = async () => document.getElementById(await summary())!.textContent

test('shows twelve months at first, described in text and compared with the year before', async () => {
  const { asked: requests } = await showSection()
  await waitFor(async () =>
    expect(await sentence()).toBe(
      'En doce meses has usado 1.200\u00a0kWh, lo mismo que un año antes. El 30\u00a0% fue en horas punta, las más caras.',
    ),
  )
  expect(requests).toEqual([{ type: 'monthly' }, { type: 'monthly', start: '2024-11-01', end: '2025-10-31' }])
  expect(screen.getByText(/Datos hasta el 17\/11\/2026/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Meses' }).checked).toBe(true)
})

test('switches to what the curve cost where that is known, and back', async () => {
  const user = userEvent.setup()
  const CostFigure = ({ contractId, curve }: CostFigureProps) => (
    <p>{`${contractId} costs from ${curve.range.start}`}</p>
  )
  await renderAt(
    '/contract',
    <ConsumptionSection
      id="consumption"
      contract={{ id: 7, energy: 'electricity', tariff: '2.0TD' }}
      costFigure={CostFigure}
    />,
    {
      boot: {
        settings: { features: { enableInfoCCH: false } },
        signedIn: { name: 'Anna', email: 'anna@example.com' } as never,
      },
      messages: { consumption: texts },
      callMocks: [
        mockCall(readAnyChart, ({ params, query }) => answersOf({ type: params.type, ...query } as ChartRequest)),
      ],
    },
  )
  await screen.findByRole('figure')
  await user.click(screen.getByRole('radio', { name: '€' }))
  expect(await screen.findByText('7 costs from 2025-11-01')).toBeTruthy()
  expect(screen.queryByRole('figure')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'kWh' }))
  expect(await screen.findByRole('figure')).toBeTruthy()
})

test('names three periods by words and six by numbers', async () => {
  await showSection({ tariff: '6.1TD' })
  await screen.findByRole('figure')
  const legend = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(legend.slice(0, 2)).toEqual(['P1 360\u00a0kWh', 'P3 840\u00a0kWh'])
})

test('shows energy fed into the grid and subtracts it', async () => {
  const withPanels = structuredClone(lastYear)
  withPanels.curve.exportada = withPanels.curve.date.map((_, entry) => (entry % 2 ? null : 25))
  await showSection({ reply: () => withPanels })
  expect(await sentence()).toContain('Vertiste 300\u00a0kWh a la red; neto, 900\u00a0kWh.')
})

test('neither marks nor mentions the year before without a comparison', async () => {
  await showSection()
  await waitFor(async () => expect(await sentence()).toContain('un año antes'))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Comparar con un año antes' }))
  expect(await sentence()).not.toContain('un año antes')
})

test('offers no comparison if the data begin later', async () => {
  await showSection({ reply: () => ({ ...lastYear, data_from: '2025-11-01' }) })
  await screen.findByRole('figure')
  expect(screen.queryByRole('checkbox', { name: 'Comparar con un año antes' })).toBeNull()
})

test('shows reactive energy on request, on its own scale', async () => {
  const withReactive = structuredClone(lastYear)
  withReactive.curve.reactiva = withReactive.curve.date.map((_, entry) => (entry % 2 ? null : 5))
  await showSection({ reply: () => withReactive })
  await waitFor(() => expect(plots).toHaveLength(1))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ver la energía reactiva' }))
  expect(plots).toHaveLength(2)
  expect(screen.getByText(/^60 kVArh$/)).toBeTruthy()
})

test.each([
  ['Días', 'daily'],
  ['Horas', 'hourly'],
] as const)('shows the latest %s by default', async (name, type) => {
  const { asked: requests, search } = await showSection()
  await screen.findByRole('figure')
  await userEvent.click(screen.getByRole('radio', { name }))
  await waitFor(() => expect(requests).toContainEqual({ type }))
  expect(search()).toEqual({ curve: type })
})

test('shows the end of the chosen range in another view, and stores it in the address', async () => {
  const { asked: requests, search } = await showSection({
    address: '/contract?tab=all&curveStart=2025-11-01&curveEnd=2026-10-31',
  })
  await screen.findByRole('figure')
  await userEvent.click(screen.getByRole('radio', { name: 'Días' }))
  await waitFor(() => expect(requests).toContainEqual({ type: 'daily', start: '2026-10-01', end: '2026-10-31' }))
  expect(search()).toEqual({ tab: 'all', curve: 'daily', curveStart: '2026-10-01', curveEnd: '2026-10-31' })
  const names = Object.keys(search()).filter((name) => name !== 'tab')
  expect(names.sort()).toEqual([...consumptionSearchNames].sort())
})

test('opens a month to its days, and returns from them', async () => {
  const { search, router } = await showSection()
  await waitFor(() => expect(plots).toHaveLength(1))
  screen.getByRole('application').focus()
  await userEvent.keyboard('{Home}{Enter}')
  await waitFor(() => expect(search()).toEqual({ curve: 'daily', curveStart: '2025-11-01', curveEnd: '2025-11-30' }))
  expect(await screen.findByRole('application', { name: 'Consumo por días' })).toBeTruthy()
  router.history.back()
  await waitFor(() => expect(search()).toEqual({}))
})

test('offers no quarter hours for a supply point measured by the hour', async () => {
  await showSection({ reply: () => ({ ...lastYear, step_minutes: 60 }) })
  await screen.findByRole('figure')
  expect(screen.queryByRole('radio', { name: '15 min' })).toBeNull()
})

const ofOctober = [
  '2026-10-25T01:00:00+02:00',
  '2026-10-25T02:00:00+02:00',
  '2026-10-25T02:00:00+01:00',
  '2026-10-25T03:00:00+01:00',
]
const ofMarch = ['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00', '2026-03-29T04:00:00+02:00']

async function rowsOf(starts: string[], { type = 'hourly', step = 60 as 15 | 60, most = 0 } = {}) {
  const day = starts[0]!.slice(0, 10)
  await showSection({
    address: `/contract?curve=${type}&curveStart=${day}&curveEnd=${day}`,
    reply: () => {
      const chart = chartOf(starts, { start: day, end: day, step_minutes: step, data_from: day })
      chart.curve.activa[2 * most] = 90
      return chart
    },
  })
  await screen.findByRole('figure')
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  return screen.getAllByRole('row').flatMap((row) =>
    within(row)
      .queryAllByRole('rowheader')
      .map((cell) => cell.textContent),
  )
}

test('distinguishes the hour repeated in October in table and text, and explains the 25 hours', async () => {
  const rows = await rowsOf([...ofOctober, '2026-10-26T00:00:00+01:00'], { most: 2 })
  expect(rows.slice(1, 4)).toEqual([
    'Domingo, 25/10/2026, de 02:00 a 03:00 (primera vez)',
    'Domingo, 25/10/2026, de 02:00 a 03:00 (segunda vez)',
    'Domingo, 25/10/2026, de 03:00 a 04:00',
  ])
  expect(await sentence()).toContain('La hora de más consumo fue de 02:00 a 03:00 (segunda vez)')
  expect(
    screen.getByText(/El 25\/10\/2026 tiene 25 horas: al atrasar el reloj, la de 02:00 a 03:00 se repite\./),
  ).toBeTruthy()
})

test('does not shift other hours when March skips one', async () => {
  const rows = await rowsOf([...ofMarch, '2026-03-30T00:00:00+02:00'])
  expect(rows.slice(0, 2)).toEqual(['Domingo, 29/03/2026, de 01:00 a 02:00', 'Domingo, 29/03/2026, de 03:00 a 04:00'])
  expect(screen.getByText(/tiene 23 horas: al adelantar el reloj, no hay de 02:00 a 03:00\./)).toBeTruthy()
})

test('labels quarter hours as such', async () => {
  const starts = ['00:00', '00:15', '00:30', '00:45'].map((clock) => `2026-11-17T${clock}:00+01:00`)
  await rowsOf([...starts, '2026-11-18T00:00:00+01:00'], { type: 'quarter-hourly', step: 15, most: 1 })
  expect(await sentence()).toContain('El cuarto de hora de más consumo fue de 00:15 a 00:30')
})

test('shows hours with a note in the quarter-hourly view of a day measured by the hour', async () => {
  const rows = await rowsOf([...ofOctober, '2026-10-26T00:00:00+01:00'], { type: 'quarter-hourly' })
  expect(rows[0]).toBe('Domingo, 25/10/2026, de 01:00 a 02:00')
  expect(screen.getByRole('table', { name: 'Consumo por horas' })).toBeTruthy()
  expect(screen.getByText(/De estas fechas solo hay datos por horas\./)).toBeTruthy()
})

test('does not count a missing quarter hour as an hour', async () => {
  const starts = ['00:00', '00:15'].map((clock) => `2026-11-17T${clock}:00+01:00`)
  await showSection({
    address: '/contract?curve=quarter-hourly&curveStart=2026-11-17&curveEnd=2026-11-17',
    reply: () => {
      const chart = chartOf(starts, { start: '2026-11-17', end: '2026-11-17' })
      chart.curve.missing = [0, 0, 0.25, 0.25]
      return chart
    },
  })
  expect(await screen.findByText(/Faltan 15 minutos de datos\./)).toBeTruthy()
})

test('shows the previous range with one click, and offers none after the data', async () => {
  const { search } = await showSection({ address: '/contract?curve=hourly&curveStart=2026-11-17&curveEnd=2026-11-17' })
  await screen.findByRole('figure')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver el periodo siguiente' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Ver el periodo anterior' }))
  expect(search()).toMatchObject({ curveStart: '2026-11-16', curveEnd: '2026-11-16' })
})

// jsdom opens no popovers, so their content counts as hidden and receives no keys.
async function chooseDates(start: string, end: string) {
  await userEvent.click(screen.getByRole('button', { name: '11/2025 – 10/2026' }))
  fireEvent.change(screen.getByLabelText('Desde'), { target: { value: start } })
  fireEvent.change(screen.getByLabelText('Hasta'), { target: { value: end } })
  await userEvent.click(screen.getByRole('button', { name: 'Ver estas fechas', hidden: true }))
}

test('expands chosen months to whole ones', async () => {
  const { search } = await showSection()
  await screen.findByRole('figure')
  await chooseDates('2026-01', '2026-02')
  await waitFor(() => expect(search()).toEqual({ curveStart: '2026-01-01', curveEnd: '2026-02-28' }))
})

test('explains dates in the wrong order next to the fields, and sends no request', async () => {
  const { search, asked: requests } = await showSection()
  await screen.findByRole('figure')
  const before = requests.length
  await chooseDates('2026-02', '2026-01')
  expect(screen.getByText(texts.refusals.cch_invalid_date)).toBeTruthy()
  expect(screen.getByLabelText('Desde').getAttribute('aria-invalid')).toBe('true')
  expect(search()).toEqual({})
  expect(requests).toHaveLength(before)
})

test('explains an invalid address, with a link to a valid one', async () => {
  const { asked: requests, search } = await showSection({
    address: '/contract?curveStart=2026-10-31&curveEnd=2026-10-01',
  })
  expect((await screen.findByRole('alert')).textContent).toContain(texts.refusals.cch_invalid_date)
  expect(requests).toEqual([])
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Ver lo más reciente' }))
  await screen.findByRole('figure')
  expect(search()).toEqual({})
})

test('shows the reference of a failed request, with a retry', async () => {
  let fails = true
  await showSection({
    reply: (requests) => {
      if (fails) throw new Refused('unexpected', 500, { requestId: 'ab12-cd34' })
      return answersOf(requests)
    },
  })
  expect(await within(await screen.findByRole('alert')).findByText(/ab12-cd34/)).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await screen.findByRole('figure')).toBeTruthy()
})

const emptyChart = chartOf([], { start: '2025-11-01', end: '2026-10-31' })

test.each([
  ['other dates have data', known, 'Hay datos de otras fechas.', true],
  ['there are no data yet', { data_from: null, data_until: null, step_minutes: null }, /unos tres días después/, false],
])('explains dates without data: %s', async (_, availability, words, hasWayOut) => {
  await showSection({ reply: () => ({ ...emptyChart, ...availability }) })
  expect(await screen.findByRole('heading', { name: 'No hay datos de consumo en estas fechas' })).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  expect(Boolean(screen.queryByRole('button', { name: 'Ver lo más reciente' }))).toBe(hasWayOut)
})

test('shows gaps beside the chart', async () => {
  const withGaps = structuredClone(lastYear)
  withGaps.curve.missing = withGaps.curve.date.map((_, entry) => (entry < 2 ? 5 : 0))
  withGaps.curve.estimated = withGaps.curve.date.map((_, entry) => (entry < 2 ? 1 : 0))
  await showSection({ reply: () => withGaps })
  expect(await screen.findByText(/Faltan 5 horas de datos\. Una hora es estimada\./)).toBeTruthy()
})

test('offers the shown data as a file in three formats', async () => {
  await showSection()
  await screen.findByRole('figure')
  await userEvent.click(screen.getByRole('button', { name: 'Descargar' }))
  for (const name of ['CSV, para cualquier hoja de cálculo', 'Excel', 'Como en Datadis, por horas'])
    expect(await screen.findByRole('button', { name, hidden: true })).toBeTruthy()
})

test.each([true, false])('shows an explanation depending on the setting: %s', async (infoIsOn) => {
  await showSection({ infoIsOn })
  await screen.findByRole('figure')
  expect(Boolean(screen.queryByText('Qué muestra este gráfico'))).toBe(infoIsOn)
})

test('shows no section for an electricity tariff without curves', async () => {
  const { container, asked: requests } = await showSection({ tariff: '2.0A' })
  expect(container.textContent).toBe('')
  expect(requests).toEqual([])
})
