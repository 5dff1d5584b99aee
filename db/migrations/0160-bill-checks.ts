import { type Kysely, sql } from 'kysely'

/** What bills are checked against and what came of it, and the bills that are held back until an operator releases them. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- The powers that a contract has had, each until the day before the next; none where they are not known.
    create table contract_power (
      customer_id bigint not null,
      contract_id bigint not null,
      from_day date not null,
      power_watts integer[] not null,
      -- False where only the day is known on which the change arrived.
      is_exact boolean not null,
      primary key (customer_id, contract_id, from_day),
      foreign key (customer_id, contract_id) references contract on delete cascade
    );

    create function keep_power() returns trigger language plpgsql as $$
      declare
        today date := (now() at time zone 'Europe/Madrid')::date;
      begin
        insert into contract_power (customer_id, contract_id, from_day, power_watts, is_exact)
          select new.customer_id, new.contract_id,
            case when tg_op = 'INSERT' then date '1900-01-01' else today end, new.power_watts,
            exists (select from held_power where supply_point_id = new.supply_point_id and held_until = today)
          on conflict (customer_id, contract_id, from_day)
            do update set power_watts = excluded.power_watts, is_exact = excluded.is_exact;
        return null;
      end
    $$;
    create trigger contract_keeps_first_power after insert on contract
      for each row when (new.energy = 'electricity') execute function keep_power();
    create trigger contract_keeps_powers after update of power_watts on contract
      for each row when (new.energy = 'electricity' and new.power_watts is distinct from old.power_watts)
      execute function keep_power();

    insert into contract_power (customer_id, contract_id, from_day, power_watts, is_exact)
      select customer_id, contract_id, coalesce(changed_on, date '1900-01-01'), power_watts, true
      from contract left join (select supply_point_id, max(held_until) as changed_on from held_power group by 1) held
        using (supply_point_id)
      where energy = 'electricity';
    insert into contract_power (customer_id, contract_id, from_day, power_watts, is_exact)
      select customer_id, contract_id, date '1900-01-01', '{}', true from contract_power
      on conflict do nothing;

    create table bill_check (
      customer_id bigint not null,
      invoice_id bigint not null,
      state text not null check (state in ('right', 'wrong', 'unknown')),
      difference_cents integer not null,
      -- Of the rules, and of what was known: a result of others is computed again.
      rules_version smallint not null,
      facts_version text not null,
      result jsonb not null,
      checked_at timestamptz not null,
      primary key (customer_id, invoice_id),
      foreign key (customer_id, invoice_id) references invoice on delete cascade
    );

    -- A bill that is held is not shown, not charged and not announced.
    alter table invoice add column is_held boolean not null default false;
    -- Nor is a multipoint invoice with one of them.
    alter table multipoint_invoice add column is_held boolean not null default false;

    create table bill_hold (
      customer_id bigint not null,
      invoice_id bigint not null,
      state text not null check (state in ('held', 'released', 'given_back', 'replaced')),
      fault_kinds text[] not null,
      difference_cents integer not null,
      held_at timestamptz not null,
      decided_at timestamptz,
      decided_by_user_id bigint,
      primary key (customer_id, invoice_id),
      foreign key (customer_id, invoice_id) references invoice on delete cascade
    );
    create index bill_hold_by_time on bill_hold (state, held_at desc);
  `.execute(db)
}
