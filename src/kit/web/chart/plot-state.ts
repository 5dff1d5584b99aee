import type { BarRange } from './bar-groups.ts'
import type { ChartData } from './chart-data.ts'

/** What the canvas shows: the visible groups, and the selected one. */
export type PlotState = {
  data: ChartData
  visibleRange: BarRange
  /** The groups that are at least partly visible. */
  groups: readonly BarRange[]
  selected: BarRange | null
  widthPx: number
  heightPx: number
}

/** Handlers of mouse events on the bars. A touch that is not a gesture arrives as a press. */
export type PlotMouseHandlers = {
  onHover: (bar: number | null) => void
  onPress: (bar: number, event: MouseEvent) => void
  onDrag: (from: number, to: number) => void
}
