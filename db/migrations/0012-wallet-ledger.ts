import { type Kysely, sql } from 'kysely'

/**
 * The ledger of solar wallets, whose sum is the balance, and the guarantee that no part of a wallet is allocated twice.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table battery_entry (
      customer_id integer not null,
      battery_entry_id bigint generated always as identity,
      battery_id integer not null,
      booked_on date not null,
      amount_cents integer not null check (amount_cents <> 0),
      reason text not null check (reason in ('carried_over', 'surplus', 'discount', 'moved_in', 'moved_out', 'expired')),
      -- Whose bill or share it was.
      contract_id integer,
      invoice_id integer,
      -- Where what was moved came from, or went.
      other_battery_id integer,
      primary key (customer_id, battery_entry_id),
      foreign key (customer_id, battery_id) references battery,
      foreign key (customer_id, other_battery_id) references battery (customer_id, battery_id),
      foreign key (customer_id, contract_id) references contract,
      foreign key (customer_id, invoice_id) references invoice,
      check (reason = 'carried_over' or (amount_cents > 0) = (reason in ('surplus', 'moved_in')))
    );
    create index battery_entry_newest on battery_entry (customer_id, battery_id, booked_on desc, battery_entry_id desc);
    create unique index one_entry_per_invoice on battery_entry (customer_id, invoice_id, battery_id, reason)
      where invoice_id is not null;
    create trigger battery_entry_is_append_only before update or delete on battery_entry
      for each row execute function refuse_change();

    insert into battery_entry (customer_id, battery_id, booked_on, amount_cents, reason)
      select customer_id, battery_id, current_date, balance_cents, 'carried_over' from battery where balance_cents <> 0;
    alter table battery drop column balance_cents;

    create index battery_link_of_battery on battery_link (customer_id, battery_id);

    -- Whoever gives a contract a part of a wallet holds the wallet meanwhile, so that two at once see each other. What has
    -- ended does not count: its parts have been given to others since.
    create function refuse_more_than_all() returns trigger language plpgsql as $$
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
          raise exception 'More than all of the wallet % would be shared out.', new.battery_id
            using errcode = 'check_violation', constraint = 'battery_is_shared_once';
        end if;
        return null;
      end
    $$;
    create trigger battery_is_shared_once after insert or update on battery_link
      for each row execute function refuse_more_than_all();
  `.execute(db)
}
