import { type PointerEvent, useRef } from 'react'
import type { BarRange } from './bar-groups.ts'
import type { CanvasPlot } from './canvas-plot.ts'
import type { ChartView } from './use-chart-view.ts'
import { panRange, zoomRange } from './visible-range.ts'

/** The distance that a touch must move before it is more than a press. */
const moveThresholdPx = 8

type Touch = { startX: number; x: number }
type TouchGestureOptions = { plot: CanvasPlot | null; view: ChartView; count: number; onScrub: (bar: number) => void }

/**
 * Touch gestures on the bars: two fingers zoom, one finger pans a zoomed chart or reads the bars. Vertical movement
 * scrolls the page.
 */
export function useTouchGestures({ plot, view, count, onScrub }: TouchGestureOptions) {
  const touches = useRef(new Map<number, Touch>())
  const rangeAtStart = useRef<BarRange>(view.visibleRange)

  function begin(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    touches.current.set(event.pointerId, { startX: event.clientX, x: event.clientX })
    for (const touch of touches.current.values()) touch.startX = touch.x
    rangeAtStart.current = view.visibleRange
  }

  function move(event: PointerEvent) {
    const touch = touches.current.get(event.pointerId)
    if (!touch || !plot) return
    touch.x = event.clientX
    const [one, other] = [...touches.current.values()]
    if (one && other) pinch(plot, one, other)
    else if (Math.abs(touch.x - touch.startX) > moveThresholdPx) slide(plot, touch)
  }

  function pinch(canvasPlot: CanvasPlot, one: Touch, other: Touch) {
    const distance = Math.max(1, Math.abs(one.x - other.x))
    const factor = Math.abs(one.startX - other.startX) / distance
    view.show(
      zoomRange(rangeAtStart.current, factor, clampToRange(canvasPlot.barAt((one.startX + other.startX) / 2)), count),
    )
  }

  function slide(canvasPlot: CanvasPlot, touch: Touch) {
    if (!view.isZoomed) onScrub(clampToRange(canvasPlot.barAt(touch.x)))
    else view.show(panRange(rangeAtStart.current, canvasPlot.barAt(touch.startX) - canvasPlot.barAt(touch.x), count))
  }

  function clampToRange(bar: number): number {
    const { first, last } = rangeAtStart.current
    return Math.min(Math.max(bar, first), last)
  }

  function end(event: PointerEvent) {
    touches.current.delete(event.pointerId)
    for (const touch of touches.current.values()) touch.startX = touch.x
    rangeAtStart.current = view.visibleRange
  }

  return { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end }
}
