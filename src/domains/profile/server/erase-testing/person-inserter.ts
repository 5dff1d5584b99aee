import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { insertContract } from '#app/server/testing/builders.ts'
import type { TestPortal } from '#app/server/testing/test-portal.ts'
import type { DB } from '#db/tables.ts'
import { msPerDay } from '#vocabulary/durations.ts'

/** The identifying values of a test person, each unique to them. */
export type TestIdentity = {
  name: string
  taxId: string
  email: string
  phone: string
  address: string
  iban: string
  ip: string
  /** A word that appears in every free text about them. */
  word: string
}

/** A test person, and how rows about them are inserted. */
export type PersonInserter = {
  db: Kysely<DB>
  who: TestIdentity
  now: Date
  /** When whatever is still valid expires. */
  soon: Date
  /** A free text that identifies them. */
  note: string
  add: (table: keyof DB, row: object) => Promise<unknown>
  /** Stores a file about them and returns its key. */
  storeFile: () => Promise<string>
}

/** What the rows of a person refer to. */
export type RowOwner = {
  userId: number
  customerId: number
  contract: Awaited<ReturnType<typeof insertContract>>
  invoiceId: number
}

/** Prepares the insertion of rows about a person. */
export function createPersonInserter(
  { db, files }: TestPortal['context'],
  who: TestIdentity,
  now: Date,
): PersonInserter {
  return {
    ...{ db, who, now },
    soon: new Date(now.getTime() + msPerDay),
    note: `Llamad a ${who.name}, ${who.word}`,
    add: (table, row) =>
      db
        .insertInto(table)
        .values(row as never)
        .execute(),
    storeFile: async () => (await files.putStream(Readable.from([who.word]))).key,
  }
}
