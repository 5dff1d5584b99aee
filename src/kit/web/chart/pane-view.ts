import { chooseRoundTicksWithin } from '../../round-ticks.ts'
import { type BarRange, type Stack, sumOf } from './bar-groups.ts'
import type { Pane } from './chart-data.ts'
import type { ChartTheme } from './chart-theme.ts'
import { type AxisRows, doTotalsFit, labelSize } from './draw-axis.ts'
import type { PlotState } from './plot-state.ts'

/** What a pane shows. */
export type PaneContent = { pane: Pane; stacks: readonly Stack[]; theme: ChartTheme; state: PlotState }

/** How much room a pane has; `growth` is the animated part of the height of its bars, from 0 to 1. */
export type PaneLayout = { axisWidthPx: number; heightPx: number; growth: number; isLast: boolean }

/** A pane's content with what follows from it: its scale, and the rows below its bars. */
export type MeasuredPane = { content: PaneContent; scale: Scale; rows: AxisRows; axisWidthPx: number }

/** All that drawing a pane depends on. */
export type PaneView = Omit<MeasuredPane, 'axisWidthPx'> & { layout: PaneLayout }

type Scale = { min: number; max: number; ticks: number[] }

/** The gap between a tick's label and the bars, in CSS pixels. */
export const tickGap = 8
// Slightly more than the bars need, so that the highest does not touch the edge.
const headroom = 1.05

/** Chooses the scale of a pane and measures how much room its labels take. */
export function measurePane(content: PaneContent): MeasuredPane {
  const { theme, pane, stacks, state } = content
  const scale = scaleOf(pane, stacks)
  const context = getMeasuringContext()
  context.font = theme.font(400, labelSize)
  const tickWidth = Math.max(...scale.ticks.map((tick) => context.measureText(pane.formatTick(tick)).width))
  const labelWidth = pane.totals ? context.measureText(pane.totals.label).width : 0
  const axisWidthPx = Math.ceil(Math.max(tickWidth, labelWidth)) + tickGap + 2
  const slotPx = (state.widthPx - axisWidthPx) / Math.max(1, stacks.length)
  const rows = {
    hasStrip: Boolean(state.data.strip) && stacks.length === barCount(state.visibleRange),
    hasTotals: doTotalsFit(context, theme.font(600, labelSize), pane, stacks, slotPx),
  }
  return { content, scale, rows, axisWidthPx }
}

function scaleOf({ marks }: Pane, stacks: readonly Stack[]): Scale {
  const marked = marks ? stacks.map((stack) => sumOf(marks.values, stack) ?? 0) : []
  const min = Math.min(0, ...stacks.map(({ bottom }) => bottom)) * headroom
  const max = Math.max(0, ...stacks.map(({ top }) => top), ...marked) * headroom
  if (min === max) return { min: 0, max: 1, ticks: [0] }
  return { min, max, ticks: chooseRoundTicksWithin(min, max) }
}

function barCount({ first, last }: BarRange): number {
  return last - first + 1
}

let measuringContext: CanvasRenderingContext2D | undefined

function getMeasuringContext(): CanvasRenderingContext2D {
  measuringContext ??= document.createElement('canvas').getContext('2d')!
  return measuringContext
}
