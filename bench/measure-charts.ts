import { addDays } from '#vocabulary/day.ts'
import { pointsWithYear, year } from './bench-curves.ts'
import type { BenchDatabase } from './bench-database.ts'
import { generateLoad, type LoadTarget } from './generate-load.ts'
import { type Measurement, median } from './measurements.ts'
import { startServer } from './servers.ts'
import { signInAsHolder } from './sign-in.ts'

const seconds = 5
const runs = 3
const monthlyGoal = 1_500
const hourlyGoal = 800
const month = { start: '2025-10-01', end: '2025-10-31' }
const firstMonths = 330

type Requests = LoadTarget['requests']

/** Charts of consumption a second: those that were asked for before, and those that were not. */
export async function measureCharts(database: BenchDatabase): Promise<Measurement[]> {
  const tokens: string[] = []
  for (let customerId = 1; customerId <= pointsWithYear; customerId++)
    tokens.push(await signInAsHolder(database.db, { customerId, login: `bench-charts-${customerId}` }))
  const portal = await startServer('portal-server.ts', database.url)
  const requestChart = (customer: number, type: string, { start, end }: { start: string; end: string }) => ({
    path: `/api/v2/contracts/${customer + 1}/cch/chart/${type}/?start=${start}&end=${end}`,
    headers: { authorization: `Bearer ${tokens[customer]}` },
  })
  const ofEach = (type: string, range: { start: string; end: string }) =>
    tokens.map((_, customer) => requestChart(customer, type, range))
  const startingOnEachDay = (type: string, days: number) =>
    Array.from({ length: firstMonths * tokens.length }, (_, index) => {
      const start = addDays(year.start, Math.floor(index / tokens.length))
      return requestChart(index % tokens.length, type, { start, end: addDays(start, days) })
    })
  const rateOf = async (requests: Requests, connections: number) =>
    (await generateLoad({ address: portal.address, requests, connections, seconds })).rate
  const months = ofEach('monthly', year)
  const hours = ofEach('hourly', month)
  await rateOf(months, 16)
  const rates = {
    'charts of twelve months, first request': await rateOf(startingOnEachDay('monthly', 364), 16),
    'charts of a month by the hour, first request': await rateOf(startingOnEachDay('hourly', 30), 16),
    'charts of twelve months': median(await repeat(() => rateOf(months, 16))),
    'charts of a month by the hour': median(await repeat(() => rateOf(hours, 16))),
    'charts of twelve months, 64 connections': median(await repeat(() => rateOf(months, 64))),
    'charts of a month by the hour, 64 connections': median(await repeat(() => rateOf(hours, 64))),
  }
  portal.child.kill()
  return Object.entries(rates).map(([what, rate]) => ({
    what,
    unit: 'requests/s',
    ours: rate,
    floor: what.includes('hour') ? hourlyGoal : monthlyGoal,
    goal: 'at least 1',
    isMet: (ratio) => ratio >= 1,
  }))
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const rates: number[] = []
  for (let run = 0; run < runs; run++) rates.push(await measure())
  return rates
}
