import { type Kysely, sql } from 'kysely'

/**
 * The lists of invoices show, filter and sum up by the number, CUPS, address and payer of the contract, so that a change of
 * these changes the lists too. Other changes of contracts are frequent and do not. An invoice refers to its contract, so a
 * contract that is inserted or deleted is in no list.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function count_invoice_list_change_by_contract() returns trigger language plpgsql as $$
      begin
        insert into invoice_list_version
          select distinct customer_id, 1 from changed join previous using (customer_id, contract_id)
          where (changed.name, changed.cups, changed.supply_street, changed.supply_city, changed.payer_tax_id)
            is distinct from (previous.name, previous.cups, previous.supply_street, previous.supply_city, previous.payer_tax_id)
          order by customer_id
          on conflict (customer_id) do update set version = invoice_list_version.version + 1;
        return null;
      end
    $$;
    create trigger contract_update_changes_lists after update on contract
      referencing old table as previous new table as changed for each statement
      execute function count_invoice_list_change_by_contract();
  `.execute(db)
}
