import { type Kysely, sql } from 'kysely'

/**
 * Prepares the days stored until now to become one part of a table by months: no later day can be stored from here on, and
 * until then those in store need not be looked at. There is a month of time for the next migration to follow.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    do $$
      declare first_month date := date_trunc('month', greatest((select max(day) from curve_day), current_date + interval '1 month')) + interval '1 month';
      begin
        execute format('alter table curve_day add constraint curve_day_before_months check (day < %L) not valid', first_month);
      end
    $$;
  `.execute(db)
}
