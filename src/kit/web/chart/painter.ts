import type { Paint, Token } from './chart-data.ts'
import { dots, hatches } from './patterns.ts'

/** Colours, patterns and type as the canvas takes them, read from the tokens that hold where the chart stands. */
export type Painter = {
  color: (token: Token) => string
  fill: (paint: Paint) => string | CanvasPattern
  font: (weight: number, sizePx: number) => string
  /** How long a movement lasts; 0 where none is wanted. */
  durationMs: (token: Token) => number
}

/**
 * Reads tokens as they are now: make another when light turns to dark. A canvas knows neither `var()` nor `light-dark()`,
 * so an element is given each colour and asked what it came to.
 */
export function makePainter(host: HTMLElement, pixelRatio: number): Painter {
  const style = getComputedStyle(host)
  const color = remembered((token: Token) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${token})`
    host.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  return {
    color,
    fill: remembered((paint: Paint) => fillOf(paint, color, pixelRatio)),
    font: (weight, sizePx) => `${weight} ${sizePx}px ${style.fontFamily}`,
    durationMs: (token) => millisecondsIn(style.getPropertyValue(token)),
  }
}

/** A duration of a style sheet, which may have been shortened from `360ms` to `.36s`. */
export function millisecondsIn(duration: string): number {
  const number = Number.parseFloat(duration) || 0
  return duration.trim().endsWith('ms') ? number : number * 1000
}

function fillOf(paint: Paint, color: Painter['color'], pixelRatio: number): string | CanvasPattern {
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

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}
