import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import type { ChartData, Paint, Series } from '#kit/web/chart/chart-data.ts'
import { seriesPaint } from '#kit/web/chart/palette.ts'
import { SampleGroup, SampleSection } from './sample-section.tsx'

/** Bars over time: stacked, with negative values, with gaps and marks, many of them, and many series. */
export function ChartSamples() {
  return (
    <SampleGroup name="chart">
      <SampleSection
        name="BarChart"
        usage="<BarChart title={t('title')} summary={summary} data={data} note={t('until', { day })} />"
      >
        <BarChart
          title="Consumo por meses"
          summary="Faltan los datos de mayo. Con borde rojo, lo que falta por pagar."
          data={months}
          linkOf={({ first }) => ({ label: `Ver los días de ${monthNames[first]}`, open: () => {} })}
          note="Datos hasta el 31/10/2026."
        />
        <BarChart
          title="Un año por días"
          summary="Más barras de las que un teléfono puede mostrar."
          data={days}
          isLow
        />
        <BarChart
          title="Por contratos"
          summary="Los colores de las series sin significado propio."
          data={contracts}
          isLow
        />
      </SampleSection>
    </SampleGroup>
  )
}

const monthNames = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const seasons = [260, 240, 200, 150, null, 110, 120, 110, 130, 160, 210, 270]
const share = (part: number) => seasons.map((kwh) => kwh && Math.round(kwh * part))

const peak: Paint = { fill: '--peak', mark: '--peak-mark', pattern: 'plain' }
const flat: Paint = { fill: '--flat', mark: '--flat-mark', pattern: 'falling' }
const valley: Paint = { fill: '--valley', mark: '--valley-mark', pattern: 'plain' }
const generation: Paint = { fill: '--generation', mark: '--generation-mark', pattern: 'upright' }
const due: Paint = { fill: '--negative-tint', mark: '--negative', pattern: 'plain', hasThickEdge: true }

const kwh = {
  title: 'kWh',
  format: (value: number) => `${value}\u00a0kWh`,
  formatTick: (value: number) => String(Math.abs(value)),
}

const months: ChartData = {
  count: 12,
  nameOf: ({ first }) => monthNames[first]!,
  tickOf: ({ first }) => monthNames[first]!.slice(0, 3),
  isMissing: seasons.map((value) => value === null),
  panes: [
    {
      ...kwh,
      series: [
        { key: 'peak', label: 'Punta', paint: peak, values: share(0.3) },
        { key: 'flat', label: 'Llano', paint: flat, values: share(0.25) },
        { key: 'valley', label: 'Valle', paint: valley, values: share(0.45) },
        { key: 'due', label: 'Por pagar', paint: due, values: seasons.map((_, month) => (month > 9 ? 40 : null)) },
        {
          key: 'fedIn',
          label: 'Vertido',
          paint: generation,
          values: seasons.map((value) => value && 300 - value),
          isBelow: true,
        },
      ],
      marks: { label: 'Un año antes', token: '--last-year', values: seasons.map((value) => value && value + 20) },
      totals: { label: 'Neto', format: String },
    },
  ],
}

const dayCount = 365
const monthStarts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

const days: ChartData = {
  count: dayCount,
  nameOf: ({ first, last }) => (first === last ? `día ${first + 1}` : `días ${first + 1} a ${last + 1}`),
  tickOf: ({ first, last }) =>
    first === last ? String(first + 1) : monthNames[monthStarts.indexOf(first)]!.slice(0, 3),
  groupings: [{ label: 'Cada barra es un mes', starts: monthStarts }],
  panes: [
    {
      ...kwh,
      series: [
        {
          key: 'used',
          label: 'Consumo',
          paint: valley,
          values: Array.from({ length: dayCount }, (_, day) => 6 + (day % 7)),
        },
      ],
    },
  ],
}

const contracts: ChartData = {
  count: 6,
  nameOf: ({ first }) => monthNames[first]!,
  tickOf: ({ first }) => monthNames[first]!.slice(0, 3),
  panes: [{ ...kwh, series: Array.from({ length: 8 }, (_, place) => contract(place)) }],
}

function contract(place: number): Series {
  const values = Array.from({ length: 6 }, (_, month) => 10 + ((place + month) % 4) * 5)
  return { key: String(place), label: `Contrato ${place + 1}`, paint: seriesPaint(place), values }
}
