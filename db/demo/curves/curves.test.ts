import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmallDemo, type DemoEnvironment } from '../demo-testing.ts'

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await createSmallDemo()
})
afterAll(() => ground.close())

test('leaves no gap between the first billed day and three days ago, except for hours that have not arrived', async () => {
  const { rows } = await sql<{ name: string; days: number; first: string; last: string; missing: number }>`
    select name, count(*)::int as days, min(day) as first, max(day) as last, sum(missing_intervals)::int as missing
    from contract join curve_day using (supply_point_id) where customer_id < 4 group by name order by name`.execute(
    ground.db,
  )
  const whole = { days: 201, first: '2026-05-01', last: '2026-11-17', missing: 0 }
  expect(rows).toEqual([
    { name: '0031172', days: 31, first: '2026-05-01', last: '2026-05-31', missing: 0 },
    { name: '0048213', ...whole, missing: 5 },
    { name: '0049077', ...whole },
    { name: '0049078', ...whole },
    { name: '0051239', ...whole },
    { name: '0051240', ...whole },
    { name: '0051366', ...whole },
  ])
})

test('goes back forty days for supply points billed by readings', async () => {
  const { rows } = await sql<{ days: number; first: string }>`
    select count(*)::int as days, min(day) as first from contract join curve_day using (supply_point_id)
    where name = '0060024'`.execute(ground.db)
  expect(rows).toEqual([{ days: 40, first: '2026-10-09' }])
})

test('has six formats of curve file, some of them quarter-hourly', async () => {
  const kinds = await ground.db
    .selectFrom('curve_day')
    .select(['source', 'step_minutes'])
    .distinct()
    .orderBy('source')
    .orderBy('step_minutes')
    .execute()
  expect(kinds.map(({ source, step_minutes }) => `${source} ${step_minutes}`)).toEqual([
    'A5D 15',
    'A5D 60',
    'F5D 60',
    'P1D 60',
    'P2D 15',
    'P5D 60',
    'datadis 60',
  ])
})
