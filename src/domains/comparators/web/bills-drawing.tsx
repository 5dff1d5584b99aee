import { useLocale } from 'use-intl'
import { formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import styles from './bills-drawing.module.css'
import { type BillPart, drawingHeight, layOutBills } from './bills-layout.ts'
import { centsOf } from './product-table.tsx'

type DrawnBill = { title: string; total: number; parts: readonly BillPart[] }

type BillsDrawingProps = {
  /** A text alternative for users who cannot see the drawing; the table beside it has every part. */
  label: string
  bills: readonly [theirs: DrawnBill, ours: DrawnBill]
}

const width = 420
const barWidth = 190
/** A lower part has no room for two lines of text. */
const minTextHeight = 40

/** Draws both bills side by side, as stacked bars of their parts on one scale. */
export function BillsDrawing({ label, bills }: BillsDrawingProps) {
  const locale = useLocale() as Locale
  const drawn = layOutBills(bills.map(({ parts }) => parts))
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${width} ${drawingHeight}`} role="img" aria-label={label}>
      {drawn.map(({ parts, top }, index) => {
        const { title, total } = bills[index]!
        const x = index === 0 ? 0 : width - barWidth
        return (
          <g key={title} className={index === 0 ? styles.theirs : styles.ours}>
            <text x={x + 2} y={top - 28} className={styles.title}>
              {title}
            </text>
            <text x={x + 2} y={top - 8} className={styles.total}>
              {formatMoney(centsOf(total), locale)}
            </text>
            {parts.map(({ label: name, amount, tone, y, height }) => (
              <g key={name}>
                <rect
                  x={x + 1}
                  y={y + 1}
                  width={barWidth - 2}
                  height={Math.max(0, height - 2)}
                  rx="4"
                  className={styles[tone]}
                />
                {height >= minTextHeight && (
                  <>
                    <rect
                      x={x + 8}
                      y={y + height / 2 - 19}
                      width={barWidth - 16}
                      height="38"
                      rx="6"
                      className={styles.well}
                    />
                    <text x={x + barWidth / 2} y={y + height / 2 - 4} className={styles.name}>
                      {name}
                    </text>
                    <text x={x + barWidth / 2} y={y + height / 2 + 13} className={styles.amount}>
                      {formatMoney(centsOf(amount), locale)}
                    </text>
                  </>
                )}
              </g>
            ))}
          </g>
        )
      })}
    </svg>
  )
}
