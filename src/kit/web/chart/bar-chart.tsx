import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../action/button.tsx'
import { saveBlob } from '../action/download-file.ts'
import { classNames } from '../class-names.ts'
import { minus, plus } from '../graphics/icons.ts'
import { TableToggle } from '../list/table-toggle.tsx'
import styles from './bar-chart.module.css'
import type { BarRange } from './bar-groups.ts'
import type { CanvasPlot } from './canvas-plot.ts'
import type { ChartData } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import { Legend, legendEntriesOf } from './legend.tsx'
import { PlotArea } from './plot-area.tsx'
import { type ChartView, useChartView, zoomInFactor, zoomOutFactor } from './use-chart-view.ts'

export type BarLink = { label: string; open: () => void }

type BarChartProps = {
  /** The name of the chart, its table and its image. */
  title: string
  /** The sentence that describes the chart; shown before it and used as its text alternative. */
  summary: ReactNode
  data: ChartData
  /** Half as high, with its sentence in small type: for a chart beside the main content of a page. */
  isLow?: boolean
  /** Returns the link that a bar opens, with the label of the equivalent button; null where it opens nothing. */
  linkOf?: (range: BarRange) => BarLink | null
  /** Renders further actions, given a function that saves the image once the chart is drawn. */
  actions?: (saveImage?: () => void) => ReactNode
  /** A note below the chart. */
  note?: ReactNode
}

/** The most rows that a table may have before it combines several bars in one. */
const maxRows = 800
/** With fewer bars there is no need to zoom. */
const minBarsToZoom = 13

/**
 * Bars over time with a sentence before them, a legend and a table behind them. The sentence, the legend and the
 * figures are rendered with the page; the code that draws the bars loads later, into reserved space.
 */
export function BarChart({ title, summary, data, isLow, linkOf, actions, note }: BarChartProps) {
  const summaryId = useId()
  const [isTable, setTable] = useState(false)
  const [plot, setPlot] = useState<CanvasPlot | null>(null)
  const view = useChartView(data)
  const canZoom = !isTable && data.count >= minBarsToZoom

  async function saveImage(canvasPlot: CanvasPlot) {
    const bars = legendEntriesOf(data).map(({ label, paint, sums }) => ({
      symbol: paint,
      text: `${label} ${sums.join(' · ')}`,
    }))
    const lines = data.panes.flatMap(({ marks }) => (marks ? [{ symbol: marks.token, text: marks.label }] : []))
    const image = await canvasPlot.image({ title, legend: [...bars, ...lines] })
    saveBlob(image, `${title}.png`)
  }

  return (
    <figure className={classNames(styles.chart, isLow && styles.low)} aria-labelledby={summaryId}>
      <p id={summaryId} className={styles.say}>
        {summary}
      </p>
      {isTable ? (
        <ChartTable caption={title} data={data} maxRows={maxRows} />
      ) : (
        <PlotArea title={title} summaryId={summaryId} data={data} view={view} linkOf={linkOf} onPlot={setPlot} />
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
      <IconButton icon={plus} label={t('zoomIn')} onClick={() => view.zoom(zoomInFactor)} />
      <IconButton
        icon={minus}
        label={t('zoomOut')}
        disabled={!view.isZoomed}
        onClick={() => view.zoom(zoomOutFactor)}
      />
      {view.isZoomed && (
        <Button variant="quiet" isSmall onClick={view.showAll}>
          {t('showAll')}
        </Button>
      )}
    </div>
  )
}
