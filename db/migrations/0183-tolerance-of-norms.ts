import { type Kysely, sql } from 'kysely'

/**
 * The calendar days by which what is to be done may exceed its term, so that operators replace them with the norm. The day of
 * a reading is that on which the meter was read; before, the tolerance was added to it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table duty_norm add column tolerance_days integer not null default 0 check (tolerance_days >= 0);
    update duty set norm = norm || '{"toleranceDays": 3}',
      started_at = ((started_at at time zone 'Europe/Madrid') - interval '3 days') at time zone 'Europe/Madrid'
    where kind = 'meter_reading';
  `.execute(db)
}
