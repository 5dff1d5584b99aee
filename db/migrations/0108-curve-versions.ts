import { type Kysely, sql } from 'kysely'

/**
 * Charts are cached with the version of their supply point's curve, which every write of its days replaces. Versions
 * come from one sequence, so that none occurs twice, even if the table is emptied meanwhile.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create sequence curve_version_sequence;
    create table curve_version (
      supply_point_id integer primary key,
      version bigint not null
    );
  `.execute(db)
}
