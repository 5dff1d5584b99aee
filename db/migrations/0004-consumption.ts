import { type Kysely, sql } from 'kysely'

/**
 * Load curves, one row per supply point, market day and kind of file. Arrays are as long as the day (23, 24 or 25 hours
 * by the step); null elements are missing values. Totals by tariff period are stored with them, so that months are sums
 * of days.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table curve_day (
      supply_point_id integer not null,
      day date not null,
      source text not null,
      step_minutes smallint not null check (step_minutes in (15, 60)),
      file_version smallint not null default 0,
      import_wh integer[] not null,
      export_wh integer[],
      reactive_varh integer[],
      quality text,
      import_period_wh integer[] not null,
      export_period_wh integer[],
      reactive_total_varh integer,
      missing_intervals smallint not null default 0,
      primary key (supply_point_id, day, source)
    );

    -- What a meter's registers, one per tariff period, showed as a day began, for points without a curve in time for their bill.
    create table meter_reading (
      supply_point_id integer not null,
      day date not null,
      register_wh bigint[] not null,
      is_estimated boolean not null default false,
      primary key (supply_point_id, day)
    );
  `.execute(db)
}
