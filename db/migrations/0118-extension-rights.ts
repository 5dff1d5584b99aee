import { type Kysely, sql } from 'kysely'

/** The power up to which a supply point has paid for its connection to the grid, as the register of supply points tells. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table register_point add column extension_right_watts integer check (extension_right_watts > 0)`.execute(
    db,
  )
}
