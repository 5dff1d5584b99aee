import styles from './small-bars.module.css'

const step = 10
const gap = 2
const height = 100

/** A part of each bar, from below; null is nothing to show. */
export type Layer = { key: string; values: readonly (number | null)[]; isBad?: boolean }

/** A few dozen bars at the width of their place, parts of one upon another; `label` says what the picture shows. */
export function SmallBars({ layers, label }: { layers: readonly Layer[]; label: string }) {
  const count = layers[0]!.values.length
  const sums = Array.from({ length: count }, (_, bar) => sumAt(layers, bar, layers.length))
  const most = Math.max(...sums, 1)
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${count * step - gap} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {layers.flatMap(({ key, values, isBad }, place) =>
        values.map((value, bar) => {
          const tall = ((value ?? 0) / most) * height
          const below = (sumAt(layers, bar, place) / most) * height
          if (!tall) return null
          return (
            <rect
              key={`${key} ${bar}`}
              className={isBad ? styles.bad : undefined}
              x={bar * step}
              y={height - below - tall}
              width={step - gap}
              height={tall}
            />
          )
        }),
      )}
    </svg>
  )
}

function sumAt(layers: readonly Layer[], bar: number, before: number): number {
  return layers.slice(0, before).reduce((sum, { values }) => sum + (values[bar] ?? 0), 0)
}
