// `npm run bench`: speeds and sizes beside those of minimal programs, in one run on one machine. Needs a PostgreSQL in
// DATABASE_URL, where it makes a database `llum_bench` of its own. `npm run bench -- scale` measures a large retailer beside a
// small one instead, and `npm run bench -- pages` only how fast pages are rendered; the portal must have been built.
import { createBenchDatabase } from './bench-database.ts'
import { measureCalls } from './measure-calls.ts'
import { measureCurves } from './measure-curves.ts'
import { measurePages } from './measure-pages.ts'
import { printMeasurements } from './measurements.ts'
import { measureScale } from './scale/measure-scale.ts'

const url = process.env.DATABASE_URL
if (!url) {
  console.error(
    'Set DATABASE_URL to a PostgreSQL that may be kept busy, say postgres://postgres@127.0.0.1:5432/postgres.',
  )
  process.exit(2)
}

if (process.argv[2] === 'scale') await measureScale(url)
else await measureAgainstFloor(url, process.argv[2] === 'pages')

async function measureAgainstFloor(serverUrl: string, onlyPages: boolean) {
  const database = await createBenchDatabase(serverUrl)
  const calls = onlyPages ? [] : [...(await measureCalls(database)), ...(await measureCurves(database))]
  printMeasurements([...calls, ...(await measurePages(database))])
  await database.close()
}
