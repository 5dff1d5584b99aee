import { type Kysely, sql } from 'kysely'

/** The tariff options that customers may choose, by product, and their choices. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- What a product offers from a day on. A discount of 0 takes the offer away.
    create table tariff_option (
      product_id integer not null references product,
      kind text not null check (kind in ('double_tariff', 'happy_hours', 'happy_day')),
      valid_from date not null,
      -- Percent off the price of the energy that is used in what was chosen.
      discount_percent numeric not null check (discount_percent between 0 and 100),
      -- Months in a row of a double tariff, hours in a row of happy hours, 1 for a day of the week.
      unit_count integer not null check (unit_count between 1 and 24),
      takes_effect text not null default 'next_month' check (takes_effect in ('next_month', 'next_day')),
      primary key (product_id, kind, valid_from)
    );

    -- One that has not begun is replaced by the next; one that has begun stays, as that by which bills are made.
    create table tariff_choice (
      customer_id integer not null,
      contract_id integer not null,
      kind text not null check (kind in ('double_tariff', 'happy_hours', 'happy_day')),
      starts_on date not null,
      -- With its wire names: startHour and endHour, say.
      choice jsonb not null,
      chosen_by_user_id integer not null,
      chosen_at timestamptz not null,
      primary key (customer_id, contract_id, kind, starts_on),
      foreign key (customer_id, contract_id) references contract
    );
  `.execute(db)
}
