import { type RawBuilder, sql } from 'kysely'
import { contentVersionInSql } from '#kit/server/content-version.ts'

/** The version of the contact data of a contract, computed from its address row. */
export const notificationVersion: RawBuilder<string> = contentVersionInSql(
  ...['address_id', 'name', 'full_address', 'email', 'phone'].map((column) => sql.ref(`address.${column}`)),
)

/** Returns the version of the invoice delivery method, computed from the contract row with this alias. */
export function deliveryVersion(contract: string): RawBuilder<string> {
  return contentVersionInSql(sql.ref(`${contract}.invoice_delivery`))
}
