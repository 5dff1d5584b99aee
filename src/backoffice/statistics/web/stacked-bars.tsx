import styles from './stacked-bars.module.css'

const step = 10
const gap = 2
const height = 100

/** One layer of the stacked bars, from the bottom; null values are not drawn. */
export type BarLayer = { key: string; values: readonly (number | null)[]; isBad?: boolean }

/** A few dozen stacked bars that fill the available width; `label` is the text alternative. */
export function StackedBars({ layers, label }: { layers: readonly BarLayer[]; label: string }) {
  const count = layers[0]!.values.length
  const sums = Array.from({ length: count }, (_, bar) => sumAt(layers, bar, layers.length))
  const max = Math.max(...sums, 1)
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${count * step - gap} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {layers.flatMap(({ key, values, isBad }, layerIndex) =>
        values.map((value, bar) => {
          const barHeight = ((value ?? 0) / max) * height
          const offset = (sumAt(layers, bar, layerIndex) / max) * height
          if (!barHeight) return null
          return (
            <rect
              key={`${key} ${bar}`}
              className={isBad ? styles.bad : undefined}
              x={bar * step}
              y={height - offset - barHeight}
              width={step - gap}
              height={barHeight}
            />
          )
        }),
      )}
    </svg>
  )
}

function sumAt(layers: readonly BarLayer[], bar: number, before: number): number {
  return layers.slice(0, before).reduce((sum, { values }) => sum + (values[bar] ?? 0), 0)
}
