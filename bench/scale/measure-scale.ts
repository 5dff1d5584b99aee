// `npm run bench -- scale 200000`: the same calls on a retailer of so many supply points and on one of 200, beside each other.
// Needs a PostgreSQL in DATABASE_URL with some 5 GB to spare for 200,000 points, and 25 GB for a million.
import { printMeasurements } from '../measurements.ts'
import { startServer } from '../servers.ts'
import { measureBothSizes } from './measure-both-sizes.ts'
import { measureDesk } from './measure-desk.ts'
import { createMeasuredRetailer } from './measured-retailer.ts'
import { printSizes } from './print-sizes.ts'

/** Makes both retailers, measures them beside each other and prints what was found. */
export async function measureScale(serverUrl: string, points: number) {
  const small = await createMeasuredRetailer(serverUrl, 'llum_bench_small', { points: 200, pointsWithYears: 4 })
  const large = await createMeasuredRetailer(serverUrl, 'llum_bench_scale', {
    points,
    pointsWithYears: Math.ceil(points / 200),
  })
  await printSizes([small, large])
  const servers = [
    await startServer('portal-server.ts', small.url),
    await startServer('portal-server.ts', large.url),
  ] as const
  printMeasurements(await measureBothSizes({ small, large, servers }))
  printMeasurements(await measureDesk({ small, large, servers }))
  for (const { child } of servers) child.kill()
  await small.close()
  await large.close()
}
