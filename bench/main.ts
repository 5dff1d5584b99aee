// `npm run bench`: speeds and sizes beside those of minimal programs, in one run on one machine. Needs a PostgreSQL in
// DATABASE_URL, where it makes a database `llum_bench` of its own. `npm run bench -- scale 1000000` measures a retailer of so many supply
// points (200,000 if not said) beside a small one instead, `notices 100000` sends the notices of a price revision (`notices 2000 curves`: of
// contracts with curves), `bill-checks 100000` imports bills with and without their check, `corrections` reads and stores curves with and
// without corrected days, `first-view` measures what a phone loads and waits for, in Chromium; `calls`, `curves`, `charts` or `pages`
// measures only these. For pages, notices and the first view the portal must have been built.
import { fillCurves } from './bench-curves.ts'
import { createBenchDatabase } from './bench-database.ts'
import { measureBillChecks } from './bill-checks/measure-bill-checks.ts'
import { measureFirstView } from './first-view/measure-first-view.ts'
import { measureCalls } from './measure-calls.ts'
import { measureCharts } from './measure-charts.ts'
import { measureCorrections } from './measure-corrections.ts'
import { measureCurves } from './measure-curves.ts'
import { measurePages } from './measure-pages.ts'
import { type Measurement, printMeasurements } from './measurements.ts'
import { measureNotices } from './notices/measure-notices.ts'
import { measureScale } from './scale/measure-scale.ts'

const url = process.env.DATABASE_URL
if (!url) {
  console.error(
    'Set DATABASE_URL to a PostgreSQL that may be kept busy, say postgres://postgres@127.0.0.1:5432/postgres.',
  )
  process.exit(2)
}

if (process.argv[2] === 'scale') await measureScale(url, Number(process.argv[3] ?? 200_000))
else if (process.argv[2] === 'notices')
  await measureNotices(url, { contracts: Number(process.argv[3] ?? 100_000), hasCurves: process.argv[4] === 'curves' })
else if (process.argv[2] === 'bill-checks') await measureBillChecks(url, Number(process.argv[3] ?? 100_000))
else if (process.argv[2] === 'corrections') await measureCorrections(url)
else if (process.argv[2] === 'first-view') await measureFirstView(url)
else await measureAgainstFloor(url, process.argv[2])

async function measureAgainstFloor(serverUrl: string, only: string | undefined) {
  const database = await createBenchDatabase(serverUrl)
  await fillCurves(database)
  const measurements: Measurement[] = []
  for (const [name, measure] of Object.entries({
    calls: measureCalls,
    curves: measureCurves,
    charts: measureCharts,
    pages: measurePages,
  }))
    if (only === undefined || only === name) measurements.push(...(await measure(database)))
  printMeasurements(measurements)
  await database.close()
}
