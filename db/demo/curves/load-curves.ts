import type { Database } from '#db/database.ts'
import { importCurves } from '#domains/consumption/server/import-curves.ts'
import { startOf } from '#vocabulary/market-time.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoSupply } from '../cast/demo-holder.ts'
import { curveFiles } from './curve-files.ts'

/** Writes the files of all curves and takes them in one after the other. `onShare` hears which part of them is done. */
export async function loadCurves(
  db: Database,
  {
    supplies,
    calendar,
    onShare,
  }: { supplies: readonly DemoSupply[]; calendar: DemoCalendar; onShare: (done: number) => void },
) {
  const files = curveFiles(supplies, calendar)
  for (const [index, { name, content }] of files.entries()) {
    onShare(index / files.length)
    await importCurves({ db, source: content(), fileName: name, now: startOf(calendar.today, 'Europe/Madrid') })
  }
  // Their contracts are all there: no total waits to be counted again.
  await db.deleteFrom('curve_recount').execute()
}
