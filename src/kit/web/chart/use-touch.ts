import { type PointerEvent, useRef } from 'react'
import type { CanvasPlot } from './canvas-plot.ts'
import type { Stretch } from './stretches.ts'
import type { ChartView } from './use-chart-view.ts'
import { panned, zoomed } from './view.ts'

/** What a finger must move before it means more than a press. */
const stillPx = 8

type Touch = { startX: number; x: number }
type Wanted = { plot: CanvasPlot | null; view: ChartView; count: number; onScrub: (bar: number) => void }

/**
 * Fingers on the bars: two look closer, one moves along what is zoomed, or over the bars to read them. Up and down is left
 * to the page.
 */
export function useTouch({ plot, view, count, onScrub }: Wanted) {
  const touches = useRef(new Map<number, Touch>())
  const shownAtStart = useRef<Stretch>(view.shown)

  function begin(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    touches.current.set(event.pointerId, { startX: event.clientX, x: event.clientX })
    for (const touch of touches.current.values()) touch.startX = touch.x
    shownAtStart.current = view.shown
  }

  function move(event: PointerEvent) {
    const touch = touches.current.get(event.pointerId)
    if (!touch || !plot) return
    touch.x = event.clientX
    const [one, other] = [...touches.current.values()]
    if (one && other) pinch(plot, one, other)
    else if (Math.abs(touch.x - touch.startX) > stillPx) slide(plot, touch)
  }

  function pinch(on: CanvasPlot, one: Touch, other: Touch) {
    const apart = Math.max(1, Math.abs(one.x - other.x))
    const factor = Math.abs(one.startX - other.startX) / apart
    view.show(zoomed(shownAtStart.current, factor, within(on.barAt((one.startX + other.startX) / 2)), count))
  }

  function slide(on: CanvasPlot, touch: Touch) {
    if (!view.isZoomed) onScrub(within(on.barAt(touch.x)))
    else view.show(panned(shownAtStart.current, on.barAt(touch.startX) - on.barAt(touch.x), count))
  }

  function within(bar: number): number {
    const { first, last } = shownAtStart.current
    return Math.min(Math.max(bar, first), last)
  }

  function end(event: PointerEvent) {
    touches.current.delete(event.pointerId)
    for (const touch of touches.current.values()) touch.startX = touch.x
    shownAtStart.current = view.shown
  }

  return { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end }
}
