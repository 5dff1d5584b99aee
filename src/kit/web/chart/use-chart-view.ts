import { useMemo, useState } from 'react'
import type { ChartData } from './chart-data.ts'
import { areSameBars, type Stretch } from './stretches.ts'
import { dragged, isZoomed, panned, revealing, wholeOf, zoomed } from './view.ts'

/** Which bars are seen and which one is selected, with what changes it. Other bars begin anew. */
export type ChartView = {
  shown: Stretch
  /** A bar of the selected stretch. */
  selected: number | null
  isZoomed: boolean
  select: (stretch: Stretch | null) => void
  show: (shown: Stretch) => void
  zoom: (factor: number, around?: number) => void
  pan: (by: number) => void
  drag: (from: number, to: number) => void
  showAll: () => void
}

export const closer = 0.5
export const farther = 2

type State = { data: ChartData; shown: Stretch; selected: number | null }

/** The view of a chart, which the canvas, the keyboard and the buttons share. */
export function useChartView(data: ChartData): ChartView {
  const untouched = useMemo(() => ({ data, shown: wholeOf(data.count), selected: null }), [data])
  const [changed, setChanged] = useState<State>(untouched)
  const { shown, selected } = areSameBars(changed.data, data) ? changed : untouched
  const { count } = data
  const change = (part: Partial<Pick<State, 'shown' | 'selected'>>) => setChanged({ data, shown, selected, ...part })
  const show = (wanted: Stretch) => change({ shown: wanted })
  return {
    shown,
    selected,
    isZoomed: isZoomed(shown, count),
    select: (stretch) =>
      stretch
        ? change({ selected: stretch.first, shown: revealing(shown, stretch, count) })
        : change({ selected: null }),
    show,
    zoom: (factor, around = selected ?? Math.round((shown.first + shown.last) / 2)) =>
      show(zoomed(shown, factor, Math.min(Math.max(around, shown.first), shown.last), count)),
    pan: (by) => show(panned(shown, by, count)),
    drag: (from, to) => show(dragged(Math.max(0, from), Math.min(count - 1, to), count)),
    showAll: () => show(wholeOf(count)),
  }
}
