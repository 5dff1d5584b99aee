// `npm run bench`: speeds and sizes beside those of minimal programs, in one run on one machine. Needs a PostgreSQL in
// DATABASE_URL, where it makes a database `llum_bench` of its own. `npm run bench -- scale` measures a large retailer beside a
// small one instead.
import { createBenchDatabase } from './bench-database.ts'
import { measureCalls } from './measure-calls.ts'
import { measureCurves } from './measure-curves.ts'
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
else await measureAgainstFloor(url)

async function measureAgainstFloor(serverUrl: string) {
  const database = await createBenchDatabase(serverUrl)
  printMeasurements([...(await measureCalls(database)), ...(await measureCurves(database))])
  await database.close()
}
