import type { Database } from '#db/database.ts'
import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { addDays } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'
import type { DemoCalendar } from '../calendar.ts'
import { createCorrectedFile, hasLateCorrection } from '../curves/curve-files.ts'
import type { DemoSupply } from '../customers/demo-holder.ts'

/** Days from a bill until the distributor sends the file that corrects a day of it. */
const daysToCorrection = 9

/** Imports the files in which distributors correct a day of the last bill but one. The bills stay as they were issued. */
export async function loadCorrectedDays(
  db: Database,
  { supplies, calendar: { months } }: { supplies: readonly DemoSupply[]; calendar: Pick<DemoCalendar, 'months'> },
) {
  const month = months.at(-2)
  if (!month) return
  const now = startOf(addDays(month.issuedOn, daysToCorrection), 'Europe/Madrid')
  for (const supply of supplies.filter(hasLateCorrection)) {
    const { name, content } = createCorrectedFile(supply, month)
    await importCurves({ db, source: content(), fileName: name, now, origin: { channel: 'folder' } })
  }
}
