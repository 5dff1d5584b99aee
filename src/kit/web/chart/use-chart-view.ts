import { useMemo, useState } from 'react'
import { areSameBars, type BarRange } from './bar-groups.ts'
import type { ChartData } from './chart-data.ts'
import { fullRange, isZoomed, panRange, rangeOfDrag, revealRange, zoomRange } from './visible-range.ts'

/** The visible range and the selected bar, with the functions that change them. New bars reset the view. */
export type ChartView = {
  visibleRange: BarRange
  /** A bar of the selected group. */
  selected: number | null
  isZoomed: boolean
  select: (range: BarRange | null) => void
  show: (visibleRange: BarRange) => void
  zoom: (factor: number, around?: number) => void
  pan: (by: number) => void
  drag: (from: number, to: number) => void
  showAll: () => void
}

export const zoomInFactor = 0.5
export const zoomOutFactor = 2

type ViewState = { data: ChartData; visibleRange: BarRange; selected: number | null }

/** The view of a chart, shared by the canvas, the keyboard and the buttons. */
export function useChartView(data: ChartData): ChartView {
  const initial = useMemo(() => ({ data, visibleRange: fullRange(data.count), selected: null }), [data])
  const [changed, setChanged] = useState<ViewState>(initial)
  const { visibleRange, selected } = areSameBars(changed.data, data) ? changed : initial
  const { count } = data
  const change = (part: Partial<Pick<ViewState, 'visibleRange' | 'selected'>>) =>
    setChanged({ data, visibleRange, selected, ...part })
  const show = (range: BarRange) => change({ visibleRange: range })
  return {
    visibleRange,
    selected,
    isZoomed: isZoomed(visibleRange, count),
    select: (range) =>
      range
        ? change({ selected: range.first, visibleRange: revealRange(visibleRange, range, count) })
        : change({ selected: null }),
    show,
    zoom: (factor, around = selected ?? Math.round((visibleRange.first + visibleRange.last) / 2)) =>
      show(zoomRange(visibleRange, factor, Math.min(Math.max(around, visibleRange.first), visibleRange.last), count)),
    pan: (by) => show(panRange(visibleRange, by, count)),
    drag: (from, to) => show(rangeOfDrag(Math.max(0, from), Math.min(count - 1, to), count)),
    showAll: () => show(fullRange(count)),
  }
}
