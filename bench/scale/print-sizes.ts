import { curvesSize } from '../measured-database.ts'
import type { MeasuredRetailer } from './measured-retailer.ts'

/** Prints how fast curves went in, and what the retailers take on disk. */
export async function printSizes(retailers: readonly MeasuredRetailer[]) {
  const rows = []
  for (const { pool, points, loadedDaysPerSecond } of retailers) {
    const { rows: sizes } = await pool.query<Record<'whole' | 'curves' | 'invoices' | 'days', string>>(`
      select pg_database_size(current_database()) as whole, ${curvesSize} as curves,
        pg_total_relation_size('invoice') as invoices, (select count(*) from curve_day) as days`)
    const { whole, curves, invoices, days } = sizes[0]!
    rows.push({
      'supply points': points,
      'curve days': Number(days),
      'days stored a second': Math.round(loadedDaysPerSecond),
      'database MB': megabytes(whole),
      'curves MB': megabytes(curves),
      'invoices MB': megabytes(invoices),
      'bytes per curve day': Math.round(Number(curves) / Number(days)),
    })
  }
  console.table(rows)
}

function megabytes(bytes: string): number {
  return Math.round(Number(bytes) / 1e6)
}
