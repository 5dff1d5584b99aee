import { type Kysely, sql } from 'kysely'

/**
 * The refusal to share out more than the whole of a wallet names its constraint in the message too, as PostgreSQL does
 * with its own: a node that passes on the error of another one passes on no other field.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace function refuse_more_than_all() returns trigger language plpgsql as $$
      begin
        perform 1 from battery where customer_id = new.customer_id and battery_id = new.battery_id for no key update;
        if exists (
          select from battery_link beginning join battery_link sharing using (customer_id, battery_id)
          where customer_id = new.customer_id and battery_id = new.battery_id
            and beginning.starts_on between sharing.starts_on and coalesce(sharing.ends_on, 'infinity')
            and coalesce(sharing.ends_on, 'infinity') >= current_date
          group by beginning.battery_link_id
          having sum(sharing.percentage) > 100
        ) then
          raise exception 'More than all of the wallet % would be shared out, which violates constraint "battery_is_shared_once".',
            new.battery_id using errcode = 'check_violation', constraint = 'battery_is_shared_once';
        end if;
        return null;
      end
    $$;
  `.execute(db)
}
