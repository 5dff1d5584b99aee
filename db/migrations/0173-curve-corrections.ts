import { type Kysely, sql } from 'kysely'

/**
 * Days of curves that newer files have corrected, as they were before, with the energy before and after, and by whom. An
 * import also counts the hours that a file no longer has and that were kept.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table curve_correction (
      supply_point_id bigint not null,
      day date not null,
      source text not null,
      corrected_at timestamptz not null,
      -- The day as it was.
      step_minutes smallint not null check (step_minutes in (15, 60)),
      file_version smallint not null,
      import_wh integer[] not null,
      export_wh integer[],
      reactive_varh integer[],
      quality text,
      -- Energy used on the day, before and after.
      before_wh bigint not null,
      after_wh bigint not null,
      -- How the newer file arrived, and from whom.
      origin text not null check (origin in ('api', 'folder', 'desk', 'command')),
      file_name text,
      integration_key_id bigint,
      corrected_by_user_id bigint,
      primary key (supply_point_id, day, source, corrected_at)
    );
    create index curve_correction_by_time on curve_correction (corrected_at desc);

    alter table import_run add column kept_hours double precision not null default 0;
    alter table import_run add column kept_days integer not null default 0;
  `.execute(db)
}
