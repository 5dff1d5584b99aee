import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../button.tsx'
import { minus, plus } from '../icons.ts'
import { keepFile } from '../save-file.ts'
import { spaced } from '../spaced.ts'
import { TableToggle } from '../table-toggle.tsx'
import styles from './bar-chart.module.css'
import type { CanvasPlot } from './canvas-plot.ts'
import type { ChartData } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import { Legend, legendOf } from './legend.tsx'
import { PlotArea } from './plot-area.tsx'
import type { Stretch } from './stretches.ts'
import { type ChartView, closer, farther, useChartView } from './use-chart-view.ts'

export type Opening = { label: string; go: () => void }

type BarChartProps = {
  /** Names the chart, in its table and in its picture. */
  title: string
  /** The sentence that says what the picture shows; it stands before it and for it. */
  summary: ReactNode
  data: ChartData
  /** Half as high, with its sentence in small: beside what a page is about. */
  isLow?: boolean
  /** What pressing a bar opens, with the words of the button that does the same; null where it opens nothing. */
  openOf?: (stretch: Stretch) => Opening | null
  /** What else can be done with what is shown, given the way to keep the picture once it is drawn. */
  actions?: (saveImage?: () => void) => ReactNode
  /** A remark under the chart. */
  note?: ReactNode
}

/** As many rows as a table may have before it tells several bars in one. */
const mostRows = 800
/** With fewer bars there is nothing to look closer at. */
const fewestToZoom = 13

/**
 * Bars over time with a sentence before them, a legend and a table behind them. The sentence, the legend and the figures
 * come with the page; what draws the bars comes after it, into a place that is kept.
 */
export function BarChart({ title, summary, data, isLow, openOf, actions, note }: BarChartProps) {
  const summaryId = useId()
  const [isTable, setTable] = useState(false)
  const [plot, setPlot] = useState<CanvasPlot | null>(null)
  const view = useChartView(data)
  const canZoom = !isTable && data.count >= fewestToZoom

  async function saveImage(on: CanvasPlot) {
    const bars = legendOf(data).map(({ label, paint, sums }) => ({ sign: paint, text: `${label} ${sums.join(' · ')}` }))
    const lines = data.panes.flatMap(({ marks }) => (marks ? [{ sign: marks.token, text: marks.label }] : []))
    const image = await on.image({ title, legend: [...bars, ...lines] })
    keepFile(image, `${title}.png`)
  }

  return (
    <figure className={spaced(styles.chart, isLow && styles.low)} aria-labelledby={summaryId}>
      <p id={summaryId} className={styles.say}>
        {summary}
      </p>
      {isTable ? (
        <ChartTable caption={title} data={data} mostRows={mostRows} />
      ) : (
        <PlotArea title={title} summaryId={summaryId} data={data} view={view} openOf={openOf} onPlot={setPlot} />
      )}
      <Legend data={data} />
      <div className={styles.tools}>
        <TableToggle isTable={isTable} onToggle={setTable} />
        {actions?.(plot && !isTable ? () => void saveImage(plot) : undefined)}
        {canZoom && <ZoomButtons view={view} />}
        {note && <p className="note">{note}</p>}
      </div>
    </figure>
  )
}

function ZoomButtons({ view }: { view: ChartView }) {
  const t = useTranslations('kit.chart')
  return (
    <div className={styles.zoom}>
      <IconButton icon={plus} label={t('zoomIn')} onClick={() => view.zoom(closer)} />
      <IconButton icon={minus} label={t('zoomOut')} disabled={!view.isZoomed} onClick={() => view.zoom(farther)} />
      {view.isZoomed && (
        <Button variant="quiet" isSmall onClick={view.showAll}>
          {t('showAll')}
        </Button>
      )}
    </div>
  )
}
