import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import { BarChart } from './bar-chart.tsx'
import type { ChartData, Values } from './chart-data.ts'
import { plots } from './chart-testing.ts'

const names = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

function months(values: Values = names.map((_, index) => index + 1)): ChartData {
  return {
    count: values.length,
    nameOf: ({ first, last }) => (first === last ? names[first % 12]! : `${names[first % 12]} – ${names[last % 12]}`),
    tickOf: ({ first }) => String(first),
    isMissing: values.map((value) => value === null),
    panes: [
      {
        title: 'kWh',
        series: [
          { key: 'used', label: 'Consumo', paint: { fill: '--p1', mark: '--p1-mark', pattern: 'plain' }, values },
        ],
        format: (value) => `${value} kWh`,
        formatTick: String,
      },
    ],
  }
}

async function showChart(data: ChartData = months(), props: Partial<Parameters<typeof BarChart>[0]> = {}) {
  const shown = renderInSpanish(
    <BarChart title="Consumo por meses" summary="En doce meses has usado 78 kWh." data={data} {...props} />,
  )
  await waitFor(() => expect(plots).toHaveLength(data.panes.length))
  return shown
}

const bars = () => screen.getByRole('application', { name: 'Consumo por meses' })
const readStatus = () => screen.getByRole('status').textContent

test('shows the sentence and the figures before the bars are drawn', async () => {
  renderInSpanish(<BarChart title="Consumo por meses" summary="En doce meses has usado 78 kWh." data={months()} />)
  expect(screen.getByRole('figure', { name: 'En doce meses has usado 78 kWh.' })).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Consumo por meses' })
  expect(within(table).getAllByRole('row')).toHaveLength(13)
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  expect(bars().getAttribute('aria-describedby')).toContain(screen.getByText(/En doce meses/).id)
})

test('shows the sum of each series in the legend', async () => {
  await showChart()
  expect(screen.getByRole('listitem').textContent).toBe('Consumo 78 kWh')
})

test('moves along the bars with the arrow keys and announces each', async () => {
  await showChart()
  bars().focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(readStatus()).toBe('diciembre: Consumo 12 kWh')
  await userEvent.keyboard('{ArrowLeft}')
  expect(readStatus()).toBe('noviembre: Consumo 11 kWh')
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(readStatus()).toBe('febrero: Consumo 2 kWh')
  await userEvent.keyboard('{Escape}')
  expect(readStatus()).toBe('')
})

test('marks a bar without data as missing, also in the legend', async () => {
  await showChart(months([1, null, 3]))
  bars().focus()
  await userEvent.keyboard('{End}{ArrowLeft}')
  expect(readStatus()).toBe('febrero: Sin datos')
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe('Sin datos')
})

const everyOpening = () => {
  const go = vi.fn()
  return {
    go,
    openOf: ({ first }: { first: number }) => ({ label: `Ver los días de ${names[first]}`, open: () => go(first) }),
  }
}

test('opens the selected bar with the keyboard', async () => {
  const { go, openOf } = everyOpening()
  await showChart(months(), { linkOf: openOf })
  bars().focus()
  await userEvent.keyboard('{Enter}')
  expect(go).not.toHaveBeenCalled()
  await userEvent.keyboard('{Home}{Enter}')
  expect(go).toHaveBeenCalledExactlyOnceWith(0)
})

test('opens a bar on click; a touch reads it, and the button below opens it', async () => {
  const { go, openOf } = everyOpening()
  await showChart(months(), { linkOf: openOf })
  const plot = plots[0]!
  const pressOn = (bar: number, pointerType: string) =>
    fireEvent(
      plot.over,
      Object.assign(new MouseEvent('click', { clientX: plot.valToPos(bar, 'x'), bubbles: true }), { pointerType }),
    )
  pressOn(3, 'touch')
  expect(go).not.toHaveBeenCalled()
  expect(readStatus()).toBe('abril: Consumo 4 kWh')
  await userEvent.click(screen.getByRole('button', { name: 'Ver los días de abril' }))
  expect(go).toHaveBeenLastCalledWith(3)
  pressOn(4, 'mouse')
  expect(go).toHaveBeenLastCalledWith(4)
})

test('selects a bar on click where it has no link', async () => {
  await showChart()
  fireEvent.click(plots[0]!.over, { clientX: plots[0]!.valToPos(2, 'x') })
  expect(readStatus()).toBe('marzo: Consumo 3 kWh')
})

test('shows the values of a bar on hover', async () => {
  const { container } = await showChart()
  act(() => plots[0]!.hover(6))
  expect(container.textContent).toContain('julio')
  expect(container.textContent).toContain('7 kWh')
})

const twoYears = () => months(Array.from({ length: 24 }, () => 1))
const shownBars = () => plots[0]!.range('x')

test('shows the first and the last bar completely', async () => {
  await showChart(twoYears())
  expect(shownBars()).toEqual([-0.5, 23.5])
})

test('zooms with plus and minus, and shows everything on Escape', async () => {
  await showChart(twoYears())
  bars().focus()
  await userEvent.keyboard('{Home}+')
  expect(shownBars()).toEqual([-0.5, 11.5])
  await userEvent.keyboard('-')
  expect(shownBars()).toEqual([-0.5, 23.5])
  await userEvent.keyboard('++{Escape}')
  expect(shownBars()).toEqual([-0.5, 23.5])
})

test('scrolls when the selection leaves the visible range', async () => {
  await showChart(twoYears())
  bars().focus()
  await userEvent.keyboard('{Home}+{End}')
  expect(shownBars()).toEqual([11.5, 23.5])
})

test('offers the same by buttons, without keys or gestures', async () => {
  await showChart(twoYears())
  expect(screen.queryByRole('button', { name: 'Ver todo' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Acercar' }))
  expect(shownBars()[1] - shownBars()[0]).toBe(12)
  await userEvent.click(screen.getByRole('button', { name: 'Ver todo' }))
  expect(shownBars()).toEqual([-0.5, 23.5])
})

test('zooms to the bars that the mouse is dragged over', async () => {
  await showChart(twoYears())
  act(() => plots[0]!.drag(5, 10))
  expect(shownBars()).toEqual([4.5, 10.5])
})

function finger(type: string, pointerId: number, clientX: number) {
  fireEvent(
    bars(),
    Object.assign(new MouseEvent(type, { clientX, bubbles: true }), { pointerId, pointerType: 'touch' }),
  )
}

test('zooms with two fingers, pans with one', async () => {
  await showChart(twoYears())
  finger('pointerdown', 1, 300)
  finger('pointerdown', 2, 400)
  finger('pointermove', 1, 250)
  finger('pointermove', 2, 450)
  const [first, last] = shownBars()
  expect(last - first).toBe(12)
  finger('pointerup', 1, 250)
  finger('pointerup', 2, 450)
  finger('pointerdown', 3, 300)
  finger('pointermove', 3, 300 + 750 / 12)
  expect(shownBars()).toEqual([first - 1, last - 1])
})

test('reads the bars with one finger when not zoomed', async () => {
  await showChart()
  finger('pointerdown', 1, 300)
  finger('pointermove', 1, plots[0]!.valToPos(8, 'x'))
  expect(readStatus()).toBe('septiembre: Consumo 9 kWh')
})

test('replaces the bars with the table and back', async () => {
  await showChart()
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  expect(screen.queryByRole('application')).toBeNull()
  expect(within(screen.getByRole('table')).getByRole('row', { name: /^marzo 3 kWh/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ver como gráfico' }))
  await waitFor(() => expect(plots).toHaveLength(1))
})

test('shows new data from the beginning', async () => {
  function Choice() {
    const [data, setData] = useState(twoYears)
    return (
      <>
        <button type="button" onClick={() => setData(months())}>
          Un año
        </button>
        <BarChart title="Consumo por meses" summary="Resumen" data={data} />
      </>
    )
  }
  renderInSpanish(<Choice />)
  await waitFor(() => expect(plots).toHaveLength(1))
  bars().focus()
  await userEvent.keyboard('{Home}+')
  await userEvent.click(screen.getByRole('button', { name: 'Un año' }))
  expect(shownBars()).toEqual([-0.5, 11.5])
  expect(readStatus()).toBe('')
})

test('draws two measures as two panes over the same bars', async () => {
  const data = months()
  const [pane] = data.panes
  await showChart({ ...data, panes: [pane!, { ...pane!, title: 'kVArh', format: (value) => `${value} kVArh` }] })
  expect(screen.getByRole('listitem').textContent).toBe('Consumo 78 kWh · 78 kVArh')
  expect(plots.map((plot) => plot.range('x'))).toEqual([
    [-0.5, 11.5],
    [-0.5, 11.5],
  ])
  bars().focus()
  await userEvent.keyboard('{Home}')
  expect(readStatus()).toBe('enero: Consumo 1 kWh; Consumo 1 kVArh')
})
