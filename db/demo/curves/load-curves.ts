import type { Database } from '#db/database.ts'
import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { startOf } from '#vocabulary/market-time.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoSupply } from '../customers/demo-holder.ts'
import { createCurveFiles } from './curve-files.ts'

/**
 * Writes the files of all curves and imports them one after the other. `onShare` receives which part of them is done.
 */
export async function loadCurves(
  db: Database,
  {
    supplies,
    calendar,
    onShare,
  }: { supplies: readonly DemoSupply[]; calendar: DemoCalendar; onShare: (done: number) => void },
) {
  const files = createCurveFiles(supplies, calendar)
  for (const [index, { name, content }] of files.entries()) {
    onShare(index / files.length)
    await importCurves({ db, source: content(), fileName: name, now: startOf(calendar.today, 'Europe/Madrid') })
  }
  // All their contracts exist, so no total needs to be recomputed.
  await db.deleteFrom('curve_recount').execute()
}
