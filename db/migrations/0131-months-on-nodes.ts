import { type Kysely, sql } from 'kysely'

/**
 * The functions that add and drop months of curves find the portal's tables. Citus repeats on the nodes what they do, with
 * their search path, and leaves it to the triggers of later statements there, which then did not find theirs. The schema is
 * written by its owner only.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter function add_curve_months set search_path = pg_catalog, public, pg_temp;
    alter function drop_curve_months set search_path = pg_catalog, public, pg_temp;
  `.execute(db)
}
