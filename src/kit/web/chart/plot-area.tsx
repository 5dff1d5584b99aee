import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../action/button.tsx'
import { chevronRight } from '../graphics/icons.ts'
import type { BarLink } from './bar-chart.tsx'
import { describeBarDetails, listBarDetails } from './bar-details.ts'
import { type BarRange, levelFor, visibleGroups } from './bar-groups.ts'
import type { CanvasPlot } from './canvas-plot.ts'
import type { ChartData } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './plot-area.module.css'
import { Tooltip } from './tooltip.tsx'
import { useCanvasPlot } from './use-canvas-plot.ts'
import { type ChartView, zoomInFactor, zoomOutFactor } from './use-chart-view.ts'
import { useTouchGestures } from './use-touch-gestures.ts'
import { findGroupAt, stepSelection } from './visible-range.ts'

type PlotAreaProps = {
  /** Names the chart; the sentence with this id describes it. */
  title: string
  summaryId: string
  data: ChartData
  view: ChartView
  linkOf?: (range: BarRange) => BarLink | null
  onPlot: (plot: CanvasPlot | null) => void
}

/** The bars, with mouse, touch and keyboard support. Its height is reserved before the canvas loads. */
export function PlotArea({ title, summaryId, data, view, linkOf, onPlot }: PlotAreaProps) {
  const t = useTranslations('kit.chart')
  const host = useRef<HTMLDivElement>(null)
  const tooltip = useRef<HTMLDivElement>(null)
  const size = useSize(host)
  const [hovered, setHovered] = useState<number | null>(null)

  const { groups, grouping, groupAt, selected, highlighted, link } = useShownBars({ data, view, linkOf, size, hovered })

  const plot = useCanvasPlot(host, {
    onHover: setHovered,
    onDrag: view.drag,
    onPress(bar, event) {
      const group = groupAt(bar)
      if (!group) return
      // A touch only reads a bar; the button under the bars opens it.
      const link = (event as PointerEvent).pointerType !== 'touch' && linkOf?.(group)
      if (link) link.open()
      else view.select(group)
    },
  })
  const touch = useTouchGestures({ plot, view, count: data.count, onScrub: (bar) => view.select(groupAt(bar)) })

  usePlotDrawing(plot, onPlot, { data, groups, selected, visibleRange: view.visibleRange, size })
  useLayoutEffect(() => {
    if (plot && highlighted && tooltip.current && size)
      positionTooltip(tooltip.current, plot.middleOf(highlighted), size.widthPx)
  })

  function handleKey(event: KeyboardEvent) {
    if (!applyKey(event, { groups, view, selected, link })) return
    event.preventDefault()
    event.stopPropagation()
    setHovered(null)
  }

  return (
    <>
      <div className={styles.area} data-panes={data.panes.length}>
        <div
          ref={host}
          className={styles.host}
          role="application"
          aria-roledescription={t('role')}
          aria-label={title}
          aria-describedby={`${summaryId} ${summaryId}-keys`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the bars are walked along with the arrow keys
          tabIndex={0}
          onKeyDown={handleKey}
          onMouseLeave={() => setHovered(null)}
          {...touch}
        />
        <PlotTexts {...{ summaryId, data, grouping, selected }} />
        {plot && highlighted && <Tooltip ref={tooltip} data={data} range={highlighted} />}
        {!plot && <FallbackTable title={title} data={data} />}
      </div>
      {link && <OpenButton link={link} />}
    </>
  )
}

const scaleWidthPx = 64
/** The visually hidden table shown before the canvas has loaded is kept short. */
const maxFallbackRows = 100

const stepByKey: Record<string, 'previous' | 'next' | 'first' | 'last'> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
}

function positionTooltip(tooltip: HTMLElement, middlePx: number, widthPx: number) {
  tooltip.style.setProperty('--at', `${middlePx}px`)
  tooltip.dataset.side = middlePx > widthPx / 2 ? 'before' : 'after'
}

type Size = { widthPx: number; heightPx: number }

function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry)
        setSize({ widthPx: Math.floor(entry.contentRect.width), heightPx: Math.floor(entry.contentRect.height) })
    })
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}

type PlotKeyContext = {
  groups: readonly BarRange[]
  view: ChartView
  selected: BarRange | null
  link: BarLink | null | undefined
}

/** Carries out what a key does in a chart. Returns whether it does anything. */
function applyKey(event: KeyboardEvent, { groups, view, selected, link }: PlotKeyContext): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const step = stepByKey[event.key]
  if (step) view.select(stepSelection(groups, view.selected, step) ?? null)
  else if (event.key === '+') view.zoom(zoomInFactor)
  else if (event.key === '-') view.zoom(zoomOutFactor)
  else if (event.key === 'Escape' && view.isZoomed) view.showAll()
  else if (event.key === 'Escape' && selected) view.select(null)
  else if (event.key === 'Enter' && link) link.open()
  else return false
  return true
}

type PlotDrawing = Omit<Parameters<CanvasPlot['draw']>[0], keyof Size> & { size: Size | null }

function usePlotDrawing(plot: CanvasPlot | null, onPlot: PlotAreaProps['onPlot'], drawing: PlotDrawing) {
  const { data, groups, selected, visibleRange, size } = drawing
  useEffect(() => onPlot(plot), [plot, onPlot])
  useEffect(() => {
    if (plot && size) plot.draw({ data, visibleRange, groups: visibleGroups(groups, visibleRange), selected, ...size })
  }, [plot, size, data, visibleRange, groups, selected])
}

type PlotTextsProps = Pick<PlotAreaProps, 'summaryId' | 'data'> & {
  grouping: string | null | undefined
  selected: BarRange | null
}

/** The keys, the grouping, and the selected bar as text. */
function PlotTexts({ summaryId, data, grouping, selected }: PlotTextsProps) {
  const t = useTranslations('kit.chart')
  const announcement = selected && describeBarDetails(listBarDetails(data, selected, t('total')), t('missing'))
  return (
    <>
      <p id={`${summaryId}-keys`} className={styles.keys}>
        {t('keys')}
      </p>
      {grouping && <p className={styles.grouping}>{grouping}</p>}
      <p className="visually-hidden" role="status">
        {selected && t('bar', { name: data.nameOf(selected), values: announcement ?? '' })}
      </p>
    </>
  )
}

function OpenButton({ link }: { link: BarLink }) {
  return (
    <p>
      <Button variant="second" isSmall iconAfter={chevronRight} onClick={link.open}>
        {link.label}
      </Button>
    </p>
  )
}

type ShownBarsInput = Pick<PlotAreaProps, 'data' | 'view' | 'linkOf'> & { size: Size | null; hovered: number | null }

/** Groups the bars for the width, and finds those that are selected and highlighted. */
function useShownBars({ data, view, linkOf, size, hovered }: ShownBarsInput) {
  // The scale takes a little of the width, so no two bars share a column even where this estimate is too high.
  const { groups, label: grouping } = useMemo(
    () => levelFor(data, view.visibleRange, Math.max(1, (size?.widthPx ?? 400) - scaleWidthPx)),
    [data, view.visibleRange, size?.widthPx],
  )
  const groupAt = (bar: number | null) => (bar === null ? null : (findGroupAt(groups, bar) ?? null))
  const selected = groupAt(view.selected)
  const highlighted = groupAt(hovered) ?? selected
  const link = selected && linkOf?.(selected)
  return { groups, grouping, groupAt, selected, highlighted, link }
}

function FallbackTable({ title, data }: Pick<PlotAreaProps, 'title' | 'data'>) {
  return (
    <div className={styles.standIn}>
      <ChartTable caption={title} data={data} maxRows={maxFallbackRows} />
    </div>
  )
}
