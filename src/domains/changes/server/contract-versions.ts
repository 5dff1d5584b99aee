import { type RawBuilder, sql } from 'kysely'
import { contentVersionInSql } from '#kit/server/content-version.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'

/**
 * The version of the contracted powers as SQL over the contract row with this alias. The same goes for
 * `accountVersion`.
 */
export const powerVersion = (contract: string) => contentVersionInSql(sql.ref(`${contract}.power_watts`))
/**
 * The version of the account, derived from its id. A digest of a half-shown IBAN would reveal the other half to a
 * brute-force search.
 */
export const accountVersion = (contract: string, customerIds: readonly number[]) =>
  contentVersionInSql(sql`(
    select bank_account_id from bank_account
    where ${isOneOf('bank_account.customer_id', customerIds)}
      and bank_account.customer_id = ${sql.ref(`${contract}.customer_id`)}
      and bank_account.iban = ${sql.ref(`${contract}.iban`)}
  )`)
/** The version of a cadastral reference as SQL over the supply point row. */
export const cadastralVersion: RawBuilder<string> = contentVersionInSql(sql.ref('supply_point.cadastral_reference'))
