import { type RawBuilder, sql } from 'kysely'
import { versionInSql } from '#kit/server/content-version.ts'

/** The version of the contracted powers, over the row of a contract by its alias, as the next. */
export const powerVersion = (contract: string) => versionInSql(sql.ref(`${contract}.power_watts`))
/** The account's by its id: of an IBAN that is half shown, a digest would give away the other half to whoever tries them all. */
export const accountVersion = (contract: string) =>
  versionInSql(sql`(
    select bank_account_id from bank_account
    where bank_account.customer_id = ${sql.ref(`${contract}.customer_id`)}
      and bank_account.iban = ${sql.ref(`${contract}.iban`)}
  )`)
/** The version of the reference of a place, over the row of its supply point. */
export const cadastralVersion: RawBuilder<string> = versionInSql(sql.ref('supply_point.cadastral_reference'))
