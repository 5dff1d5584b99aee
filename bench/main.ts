// `npm run bench`: speeds and sizes beside those of minimal programs, in one run on one machine. Needs a PostgreSQL in
// DATABASE_URL, where it makes a database `llum_bench` of its own.
import { benchDatabase } from './bench-database.ts'
import { measureCalls } from './calls.ts'
import { measureCurves } from './curves.ts'
import { printFigures } from './figures.ts'

const url = process.env.DATABASE_URL
if (!url) {
  console.error(
    'Set DATABASE_URL to a PostgreSQL that may be kept busy, say postgres://postgres@127.0.0.1:5432/postgres.',
  )
  process.exit(2)
}

const database = await benchDatabase(url)
const figures = [...(await measureCalls(database)), ...(await measureCurves(database))]
printFigures(figures)
await database.close()
