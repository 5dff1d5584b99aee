import { type RawBuilder, sql } from 'kysely'
import { versionInSql } from '#kit/server/content-version.ts'

/** The version of how a holder is reached about a contract, over the row of its address. */
export const notificationVersion: RawBuilder<string> = versionInSql(
  ...['address_id', 'name', 'full_address', 'email', 'phone'].map((column) => sql.ref(`address.${column}`)),
)

/** The version of the way in which invoices arrive, over the row of a contract by its alias. */
export function deliveryVersion(contract: string): RawBuilder<string> {
  return versionInSql(sql.ref(`${contract}.invoice_delivery`))
}
