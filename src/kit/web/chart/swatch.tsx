import { useId } from 'react'
import type { Paint, Token } from './chart-data.ts'
import { dots, hatches } from './patterns.ts'
import styles from './swatch.module.css'

/** A small square painted like the bars. The text beside it explains it. */
export function Swatch({ paint }: { paint: Paint }) {
  const id = useId()
  return (
    <svg className={styles.swatch} viewBox="0 0 18 18" aria-hidden="true">
      <defs>
        <Tile id={id} paint={paint} />
      </defs>
      <rect
        x="1.5"
        y="1.5"
        width="15"
        height="15"
        rx="3"
        fill={paint.pattern === 'plain' ? colorOf(paint.fill) : `url(#${id})`}
        stroke={colorOf(paint.mark)}
        strokeWidth={paint.hasThickEdge ? 2 : 1.2}
      />
    </svg>
  )
}

function Tile({ id, paint: { fill, mark, pattern } }: { id: string; paint: Paint }) {
  if (pattern === 'plain') return null
  const { tilePx } = pattern === 'dots' ? dots : hatches[pattern]
  const turn = pattern === 'dots' ? 0 : hatches[pattern].turnDegrees
  return (
    <pattern
      id={id}
      width={tilePx}
      height={tilePx}
      patternUnits="userSpaceOnUse"
      patternTransform={turn ? `rotate(${turn})` : undefined}
    >
      <rect width={tilePx} height={tilePx} fill={colorOf(fill)} />
      {pattern === 'dots' ? (
        dots.centres.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={dots.radiusPx} fill={colorOf(mark)} />)
      ) : (
        <path d={`M${tilePx / 2} 0V${tilePx}`} stroke={colorOf(mark)} strokeWidth={hatches[pattern].widthPx} />
      )}
    </pattern>
  )
}

/** The line that marks a series across the bars. */
export function LineSwatch({ token }: { token: Token }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 18 18" aria-hidden="true">
      <path d="M1 9h16" stroke={colorOf(token)} strokeWidth="2.5" />
    </svg>
  )
}

/** The outline of a bar without data. */
export function MissingSwatch() {
  return (
    <svg className={styles.swatch} viewBox="0 0 18 18" aria-hidden="true">
      <rect className={styles.missing} x="2" y="2" width="14" height="14" rx="2" />
    </svg>
  )
}

function colorOf(token: Token): string {
  return `var(${token})`
}
