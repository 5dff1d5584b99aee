import { type Kysely, sql } from 'kysely'

/** What was done before is committed first: readers and writers then go on while stored days are looked at. */
export const startsTransaction = true

/**
 * Curve days by month of their market day. Days stored before become the part `curve_day_before_months`, as they are; a table
 * without days becomes one without parts. Programs may not create tables: they call two functions, which act as their owner.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table curve_day validate constraint curve_day_before_months;

    -- A lock that waits keeps readers waiting behind it, so it is requested one second at a time. What was validated stays so.
    do $$
      begin
        for attempt in 1..60 loop
          begin
            lock table curve_day in access exclusive mode;
            return;
          exception when lock_not_available then
            if attempt = 60 then raise; end if;
            perform pg_sleep(1);
          end;
        end loop;
      end
    $$;

    alter table curve_day rename to curve_day_before_months;
    alter index curve_day_pkey rename to curve_day_before_months_pkey;
    create table curve_day (
      like curve_day_before_months including defaults including constraints,
      primary key (supply_point_id, day, source)
    ) partition by range (day);
    alter table curve_day drop constraint curve_day_before_months;

    do $$
      declare first_month date := (
        select substring(pg_get_constraintdef(oid) from '\\d{4}-\\d\\d-\\d\\d') from pg_constraint where conname = 'curve_day_before_months');
      begin
        if exists (select from curve_day_before_months) then
          execute format('alter table curve_day attach partition curve_day_before_months for values from (minvalue) to (%L)', first_month);
          alter table curve_day_before_months drop constraint curve_day_before_months;
        else
          drop table curve_day_before_months;
        end if;
      end
    $$;

    -- The day after the last one of a part.
    create function curve_part_end(part regclass) returns date language sql stable set search_path = pg_catalog as $$
      select substring(pg_get_expr(relpartbound, oid) from 'TO \\(''(.{10})''\\)')::date from pg_class where oid = part
    $$;

    -- Adds the months of some days that have none yet. Attaching locks out neither readers nor writers of the other months.
    create function add_curve_months(days date[]) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        first_month date := public.curve_part_end(to_regclass('public.curve_day_before_months'));
        month date;
        part text;
      begin
        for month in
          select distinct date_trunc('month', day)::date from unnest(days) as day
          where first_month is null or day >= first_month order by 1
        loop
          part := 'public.curve_day_' || to_char(month, 'YYYY_MM');
          continue when to_regclass(part) is not null;
          -- Whoever has waited here sees the month that the other one has added.
          lock table only public.curve_day in share update exclusive mode;
          continue when to_regclass(part) is not null;
          execute format('create table %s (like public.curve_day including all)', part);
          execute format('alter table public.curve_day attach partition %s for values from (%L) to (%L)',
            part, month, (month + interval '1 month')::date);
        end loop;
      end
    $$;

    -- Drops the months that are over before a day. Returns how many there were.
    create function drop_curve_months(before date) returns integer
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        part regclass;
        dropped integer := 0;
      begin
        for part in
          select inhrelid from pg_inherits
          where inhparent = 'public.curve_day'::regclass and public.curve_part_end(inhrelid) <= before
        loop
          execute format('drop table %s', part);
          dropped := dropped + 1;
        end loop;
        return dropped;
      end
    $$;

    -- Whoever may write rows may call them; deploy/roles.sql says who does.
    revoke execute on function add_curve_months, drop_curve_months from public;
  `.execute(db)
}
