import { type Kysely, sql } from 'kysely'

/**
 * The days from which a contract has its tariff and a supply point its zone, and the contracts whose totals by tariff
 * period await recalculation.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- The day from which the tariff applies. Null: from the beginning of the contract.
    alter table contract add column tariff_from date;

    -- The tariffs that a contract has had, each until the day before the next; the first covers what comes before it too.
    create table contract_tariff (
      customer_id integer not null,
      contract_id integer not null,
      from_day date not null,
      tariff text not null,
      primary key (customer_id, contract_id, from_day),
      foreign key (customer_id, contract_id) references contract on delete cascade
    );

    -- The provinces, and so the tariff zones, that a supply point has had; none for a point that always had its present one.
    create table supply_zone (
      supply_point_id integer not null references supply_point,
      from_day date not null,
      province_code text not null,
      primary key (supply_point_id, from_day)
    );

    -- A queue: next_day is where a recount that has begun goes on.
    create table curve_recount (
      customer_id integer not null,
      contract_id integer not null,
      requested_at timestamptz not null default now(),
      next_day date,
      primary key (customer_id, contract_id),
      foreign key (customer_id, contract_id) references contract on delete cascade
    );
    create index curve_recount_by_time on curve_recount (requested_at);
  `.execute(db)
  await addTriggers(db)
  await addPresentTariffs(db)
}

// Done by the database, because contracts come from files, from changes and from the previous version of the program
// alike.
async function addTriggers(db: Kysely<unknown>) {
  await sql`
    create function date_tariff() returns trigger language plpgsql as $$
      begin
        -- A change that does not say from when applies from now on.
        if new.tariff is distinct from old.tariff and new.tariff_from is not distinct from old.tariff_from then
          new.tariff_from := (now() at time zone 'Europe/Madrid')::date;
        end if;
        return new;
      end
    $$;
    create trigger contract_tariff_is_dated before update of tariff on contract
      for each row when (new.energy = 'electricity') execute function date_tariff();

    create function keep_tariff() returns trigger language plpgsql as $$
      declare
        since date := coalesce(new.tariff_from, date '1900-01-01');
        replaced date := since;
      begin
        if tg_op = 'UPDATE' then
          -- Of a tariff that only begins on another day, the earlier beginning goes too.
          if new.tariff = old.tariff then replaced := least(since, coalesce(old.tariff_from, date '1900-01-01')); end if;
        end if;
        delete from contract_tariff
          where customer_id = new.customer_id and contract_id = new.contract_id and from_day >= replaced;
        insert into contract_tariff (customer_id, contract_id, from_day, tariff)
          select new.customer_id, new.contract_id, since, new.tariff
          where new.tariff is distinct from (
            select tariff from contract_tariff
            where customer_id = new.customer_id and contract_id = new.contract_id
            order by from_day desc limit 1);
        return null;
      end
    $$;
    create trigger contract_keeps_first_tariff after insert on contract
      for each row when (new.energy = 'electricity') execute function keep_tariff();
    create trigger contract_keeps_tariffs after update of tariff, tariff_from on contract
      for each row
      when (new.energy = 'electricity' and (new.tariff, new.tariff_from) is distinct from (old.tariff, old.tariff_from))
      execute function keep_tariff();

    create function request_recount() returns trigger language plpgsql as $$
      begin
        insert into curve_recount (customer_id, contract_id) values (new.customer_id, new.contract_id)
          on conflict (customer_id, contract_id) do update set requested_at = now(), next_day = null;
        return null;
      end
    $$;
    create trigger contract_is_recounted_first after insert on contract
      for each row when (new.energy = 'electricity') execute function request_recount();
    create trigger contract_is_recounted
      after update of tariff, tariff_from, supply_point_id, state, starts_on, ends_on on contract
      for each row
      when (new.energy = 'electricity' and
        (new.tariff, new.tariff_from, new.supply_point_id, new.state, new.starts_on, new.ends_on)
          is distinct from (old.tariff, old.tariff_from, old.supply_point_id, old.state, old.starts_on, old.ends_on))
      execute function request_recount();
  `.execute(db)
}

/**
 * Where a change of power has crossed 15 kW in the past, the previous contracted peaks determine the tariff until then.
 */
async function addPresentTariffs(db: Kysely<unknown>) {
  await sql`
    with earlier as (
      select customer_id, contract_id, contract.tariff as present,
        case when held_power.power_watts > 15000 then '3.0TD' else '2.0TD' end as tariff, held_until,
        lag(held_until) over (partition by customer_id, contract_id order by held_until) as held_from
      from contract join held_power using (supply_point_id)
      where contract.tariff in ('2.0TD', '3.0TD')
        and held_until > coalesce(starts_on, date '1900-01-01') and held_until <= coalesce(ends_on, date '9999-12-31')
    ), terms as (
      select customer_id, contract_id, coalesce(held_from, date '1900-01-01') as from_day, tariff from earlier
      union all
      select customer_id, contract_id, max(held_until), present from earlier group by customer_id, contract_id, present
      union all
      select customer_id, contract_id, date '1900-01-01', tariff from contract
      where energy = 'electricity' and (customer_id, contract_id) not in (select customer_id, contract_id from earlier)
    ), changes as (
      select *, lag(tariff) over (partition by customer_id, contract_id order by from_day) as before from terms
    )
    insert into contract_tariff (customer_id, contract_id, from_day, tariff)
    select customer_id, contract_id, from_day, tariff from changes where tariff is distinct from before;

    update contract set tariff_from = last.from_day
    from (select customer_id, contract_id, max(from_day) as from_day from contract_tariff group by 1, 2) last
    where last.customer_id = contract.customer_id and last.contract_id = contract.contract_id
      and last.from_day > date '1900-01-01';

    insert into curve_recount (customer_id, contract_id)
      select customer_id, contract_id from contract where energy = 'electricity'
      on conflict do nothing;
  `.execute(db)
}
