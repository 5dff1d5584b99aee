import { type Kysely, sql } from 'kysely'

/**
 * The day of a power that the program changes is exact because the program says so. A trigger that looked for it among
 * the supply point's rows would query another table, which Citus refuses where both are distributed.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace function keep_power() returns trigger language plpgsql as $$
      declare
        today date := (now() at time zone 'Europe/Madrid')::date;
      begin
        insert into contract_power (customer_id, contract_id, from_day, power_watts, is_exact)
          values (new.customer_id, new.contract_id,
            case when tg_op = 'INSERT' then date '1900-01-01' else today end, new.power_watts, false)
          on conflict (customer_id, contract_id, from_day)
            do update set power_watts = excluded.power_watts, is_exact = excluded.is_exact;
        return null;
      end
    $$;
  `.execute(db)
}
