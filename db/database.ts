import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.ts'

/**
 * A connection to the portal's database. Within a transaction use the transaction: a query on the outer connection
 * would wait for it forever.
 */
export type Database = Kysely<DB> | Transaction<DB>
