import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../button.tsx'
import { chevronRight } from '../icons.ts'
import type { Opening } from './bar-chart.tsx'
import { spokenWords, wordsOf } from './bar-words.ts'
import type { CanvasPlot } from './canvas-plot.ts'
import type { ChartData } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './plot-area.module.css'
import { levelFor, type Stretch, visibleOf } from './stretches.ts'
import { Tooltip } from './tooltip.tsx'
import { useCanvasPlot } from './use-canvas-plot.ts'
import { type ChartView, closer, farther } from './use-chart-view.ts'
import { useTouch } from './use-touch.ts'
import { stepped, stretchAt } from './view.ts'

type PlotAreaProps = {
  /** Names the chart; the sentence with this id says what it shows. */
  title: string
  summaryId: string
  data: ChartData
  view: ChartView
  openOf?: (stretch: Stretch) => Opening | null
  onPlot: (plot: CanvasPlot | null) => void
}

/** The bars themselves, for eyes, mouse, fingers and keys. Its height stands before the canvas comes. */
export function PlotArea({ title, summaryId, data, view, openOf, onPlot }: PlotAreaProps) {
  const t = useTranslations('kit.chart')
  const host = useRef<HTMLDivElement>(null)
  const tooltip = useRef<HTMLDivElement>(null)
  const size = useSize(host)
  const [hovered, setHovered] = useState<number | null>(null)

  // The scale takes a little of the width, so no two bars share a column even where this is too much.
  const { stretches, label: grouping } = useMemo(
    () => levelFor(data, view.shown, Math.max(1, (size?.widthPx ?? 400) - scaleWidthPx)),
    [data, view.shown, size?.widthPx],
  )
  const at = (bar: number | null) => (bar === null ? null : (stretchAt(stretches, bar) ?? null))
  const selected = at(view.selected)
  const pointed = at(hovered) ?? selected
  const opening = selected && openOf?.(selected)

  const plot = useCanvasPlot(host, {
    onHover: setHovered,
    onDrag: view.drag,
    onPress(bar, event) {
      const pressed = at(bar)
      if (!pressed) return
      // A finger first reads a bar; the button under the bars then opens it.
      const opening = (event as PointerEvent).pointerType !== 'touch' && openOf?.(pressed)
      if (opening) opening.go()
      else view.select(pressed)
    },
  })
  const touch = useTouch({ plot, view, count: data.count, onScrub: (bar) => view.select(at(bar)) })

  useEffect(() => onPlot(plot), [plot, onPlot])
  const { shown } = view
  useEffect(() => {
    if (plot && size) plot.draw({ data, shown, stretches: visibleOf(stretches, shown), selected, ...size })
  }, [plot, size, data, shown, stretches, selected])
  useLayoutEffect(() => {
    if (plot && pointed && tooltip.current && size) placeTooltip(tooltip.current, plot.middleOf(pointed), size.widthPx)
  })

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    if (step) view.select(stepped(stretches, view.selected, step) ?? null)
    else if (event.key === '+') view.zoom(closer)
    else if (event.key === '-') view.zoom(farther)
    else if (event.key === 'Escape' && view.isZoomed) view.showAll()
    else if (event.key === 'Escape' && selected) view.select(null)
    else if (event.key === 'Enter' && opening) opening.go()
    else return
    event.preventDefault()
    event.stopPropagation()
    setHovered(null)
  }

  const spoken = selected && spokenWords(wordsOf(data, selected, t('total')), t('missing'))
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
          onKeyDown={press}
          onMouseLeave={() => setHovered(null)}
          {...touch}
        />
        <p id={`${summaryId}-keys`} className={styles.keys}>
          {t('keys')}
        </p>
        {grouping && <p className={styles.grouping}>{grouping}</p>}
        <p className="visually-hidden" role="status">
          {selected && t('bar', { name: data.nameOf(selected), values: spoken ?? '' })}
        </p>
        {plot && pointed && <Tooltip ref={tooltip} data={data} stretch={pointed} />}
        {!plot && (
          <div className={styles.standIn}>
            <ChartTable caption={title} data={data} mostRows={mostStandInRows} />
          </div>
        )}
      </div>
      {opening && (
        <p>
          <Button variant="second" isSmall iconAfter={chevronRight} onClick={opening.go}>
            {opening.label}
          </Button>
        </p>
      )}
    </>
  )
}

const scaleWidthPx = 64
/** The table that stands there before the canvas does, unseen by most, is kept short. */
const mostStandInRows = 100

const steps: Record<string, 'previous' | 'next' | 'first' | 'last'> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
}

function placeTooltip(tooltip: HTMLElement, middlePx: number, widthPx: number) {
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
