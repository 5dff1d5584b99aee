import { type Kysely, sql } from 'kysely'

/**
 * What the schema requires where its tables are distributed over several nodes. Imports find invoices by customer and
 * number, because numbers are unique only within a node there. Triggers run on the node of their row: a statement on
 * another distributed table reads no transition table there and calls no function in `do update`.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create unique index invoice_number_of_customer on invoice (customer_id, number);
    create unique index multipoint_invoice_number_of_customer on multipoint_invoice (customer_id, number);

    create or replace function count_invoice_list_change() returns trigger language plpgsql as $$
      declare holder integer;
      begin
        for holder in select distinct customer_id from changed order by customer_id loop
          insert into invoice_list_version (customer_id, version) values (holder, 1)
            on conflict (customer_id) do update set version = invoice_list_version.version + 1;
        end loop;
        return null;
      end
    $$;

    create or replace function count_invoice_list_change_by_contract() returns trigger language plpgsql as $$
      declare holder integer;
      begin
        for holder in
          select distinct customer_id from changed join previous using (customer_id, contract_id)
          where (changed.name, changed.cups, changed.supply_street, changed.supply_city, changed.payer_tax_id)
            is distinct from (previous.name, previous.cups, previous.supply_street, previous.supply_city, previous.payer_tax_id)
          order by customer_id
        loop
          insert into invoice_list_version (customer_id, version) values (holder, 1)
            on conflict (customer_id) do update set version = invoice_list_version.version + 1;
        end loop;
        return null;
      end
    $$;

    create or replace function request_recount() returns trigger language plpgsql as $$
      begin
        insert into curve_recount (customer_id, contract_id, requested_at)
          values (new.customer_id, new.contract_id, now())
          on conflict (customer_id, contract_id) do update set requested_at = excluded.requested_at, next_day = null;
        return null;
      end
    $$;
  `.execute(db)
}
