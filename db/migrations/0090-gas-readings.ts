import { type Kysely, sql } from 'kysely'

/**
 * Gas meters count volume, but gas is billed as energy: the register in litres, and the factor by which the distributor
 * converted the volume since the previous reading into energy, if known.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table gas_reading (
      supply_point_id integer not null,
      day date not null,
      register_litres bigint not null check (register_litres >= 0),
      factor_kwh_per_m3 numeric(10, 6) check (factor_kwh_per_m3 > 0),
      calorific_kwh_per_m3 numeric(10, 6) check (calorific_kwh_per_m3 > 0),
      energy_wh bigint check (energy_wh >= 0),
      is_estimated boolean not null default false,
      primary key (supply_point_id, day)
    )`.execute(db)
}
