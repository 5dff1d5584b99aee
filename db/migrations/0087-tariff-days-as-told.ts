import { type Kysely, sql } from 'kysely'

/**
 * A tariff imported with its day applies from that day, even if it is the day of the previous tariff: a correction.
 * Only a change without a day applies from today.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Begins before contract_tariff_is_dated, by its name, and only for statements that write the day.
    create function note_tariff_day() returns trigger language plpgsql as $$
      begin
        perform set_config('llum.tariff_with_day', new.customer_id || ' ' || new.contract_id, true);
        return new;
      end
    $$;
    create trigger contract_tariff_day_is_told before update of tariff_from on contract
      for each row when (new.energy = 'electricity') execute function note_tariff_day();

    create or replace function date_tariff() returns trigger language plpgsql as $$
      begin
        if current_setting('llum.tariff_with_day', true) = new.customer_id || ' ' || new.contract_id then
          perform set_config('llum.tariff_with_day', '', true);
        elsif new.tariff is distinct from old.tariff then
          new.tariff_from := (now() at time zone 'Europe/Madrid')::date;
        end if;
        return new;
      end
    $$;
  `.execute(db)
}
