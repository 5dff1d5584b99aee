import type { ChartData } from './chart-data.ts'
import type { Stretch } from './stretches.ts'

/** What is on the canvas: some of the bars, as stretches that are drawn as one, and the one that is selected. */
export type Drawing = {
  data: ChartData
  shown: Stretch
  /** Those that can be seen at least in part. */
  stretches: readonly Stretch[]
  selected: Stretch | null
  widthPx: number
  heightPx: number
}

/** What a mouse does to the bars. A touch that is no gesture arrives as a press. */
export type MouseOnBars = {
  onHover: (bar: number | null) => void
  onPress: (bar: number, event: MouseEvent) => void
  onDrag: (from: number, to: number) => void
}
