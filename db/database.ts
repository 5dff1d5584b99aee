import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.ts'

/** The product's database. Inside a transaction use the transaction: the outer one would wait for it for ever. */
export type Database = Kysely<DB> | Transaction<DB>
