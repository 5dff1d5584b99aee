import type { Paint, Token } from './chart-data.ts'
import { dots, hatches } from './patterns.ts'

/** Colours, patterns and fonts in canvas form, read from the design tokens that apply at the chart. */
export type ChartTheme = {
  color: (token: Token) => string
  fill: (paint: Paint) => string | CanvasPattern
  font: (weight: number, sizePx: number) => string
  /** Returns the length of an animation; 0 with reduced motion. */
  durationMs: (token: Token) => number
}

/**
 * Reads the current tokens; call it again when the colour scheme changes. A canvas supports neither `var()` nor
 * `light-dark()`, so each colour is resolved through an element.
 */
export function readChartTheme(host: HTMLElement, pixelRatio: number): ChartTheme {
  const style = getComputedStyle(host)
  const color = memoize((token: Token) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${token})`
    host.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  return {
    color,
    fill: memoize((paint: Paint) => fillOf(paint, color, pixelRatio)),
    font: (weight, sizePx) => `${weight} ${sizePx}px ${style.fontFamily}`,
    durationMs: (token) => millisecondsIn(style.getPropertyValue(token)),
  }
}

/** Parses a CSS duration, which may have been minified from `360ms` to `.36s`. */
export function millisecondsIn(duration: string): number {
  const number = Number.parseFloat(duration) || 0
  return duration.trim().endsWith('ms') ? number : number * 1000
}

function fillOf(paint: Paint, color: ChartTheme['color'], pixelRatio: number): string | CanvasPattern {
  if (paint.pattern === 'plain') return color(paint.fill)
  const { tilePx } = paint.pattern === 'dots' ? dots : hatches[paint.pattern]
  const size = Math.round(tilePx * pixelRatio)
  const tile = document.createElement('canvas')
  tile.width = size
  tile.height = size
  const context = tile.getContext('2d')!
  context.fillStyle = color(paint.fill)
  context.fillRect(0, 0, size, size)
  context.fillStyle = color(paint.mark)
  const scale = size / tilePx
  if (paint.pattern === 'dots') {
    for (const { x, y } of dots.centres) {
      context.beginPath()
      context.arc(x * scale, y * scale, dots.radiusPx * scale, 0, 2 * Math.PI)
      context.fill()
    }
    return context.createPattern(tile, 'repeat')!
  }
  const { widthPx, turnDegrees } = hatches[paint.pattern]
  context.fillRect(((tilePx - widthPx) / 2) * scale, 0, widthPx * scale, size)
  const pattern = context.createPattern(tile, 'repeat')!
  pattern.setTransform(new DOMMatrix().rotate(turnDegrees))
  return pattern
}

function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    if (!values.has(key)) values.set(key, make(key))
    return values.get(key)!
  }
}
