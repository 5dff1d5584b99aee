import { type SqlBool, sql } from 'kysely'
import { isOneOf } from '#kit/server/is-one-of.ts'

/** The owner of rows: the holders and the account itself. */
export type DataOwner = { userId: number; customerIds: number[] }

// Conditions for the rows of a table that belong to a person. The table has the alias `owned` where its own name would
// be ambiguous.
export const whereCustomer = ({ customerIds }: DataOwner) => isOneOf('customer_id', customerIds)
export const whereUser = ({ userId }: DataOwner) => sql<SqlBool>`user_id = ${userId}`
// A row of another holder's contract belongs to that holder, whichever user created it.
export const whereCustomerOrUser = (owner: DataOwner) =>
  sql<SqlBool>`(${whereCustomer(owner)} or (customer_id is null and ${whereUser(owner)}))`
export const whereActor = (owner: DataOwner) =>
  sql<SqlBool>`(${whereCustomer(owner)} or (customer_id is null and actor_user_id = ${owner.userId}))`
export const whereOwnCase = (owner: DataOwner) =>
  sql<SqlBool>`(${whereCustomer(owner)} or (customer_id is null and opened_by_user_id = ${owner.userId}))`
export const whereCase = (owner: DataOwner) =>
  sql<SqlBool>`case_id in (select case_id from support_case where ${whereOwnCase(owner)})`
/** By id, or by the hash of the account's e-mail address. */
export const whereOwnConsent = (owner: DataOwner) => sql<SqlBool>`(subject_kind, subject) in (
  select 'customer', id::text from unnest(${owner.customerIds}::bigint[]) as id
  union all select 'user', ${String(owner.userId)}
  union all select 'email', translate(rtrim(encode(sha256(convert_to(lower(trim(email)), 'UTF8')), 'base64'), '='), '+/', '-_')
  from user_account where ${whereUser(owner)})`
export const whereLead = (owner: DataOwner) =>
  sql<SqlBool>`lead_id in (select lead_id from lead where ${whereCustomerOrUser(owner)})`
/** Newsletters are sent only to addresses that their owners have confirmed. */
export const whereEmail = (owner: DataOwner) =>
  sql<SqlBool>`email in (select lower(user_account.email) from user_account where ${whereUser(owner)})`
export const whereSubscriber = (owner: DataOwner) =>
  sql<SqlBool>`subscriber_id in (select subscriber_id from newsletter_subscriber where ${whereEmail(owner)})`
/** Includes what another user of the same holder, or the retailer, has sent with their cases, declarations or changes. */
export const whereOwnUpload = (owner: DataOwner) => sql<SqlBool>`(${whereUser(owner)}
  or upload_id in (select upload_id from support_attachment where ${whereCase(owner)})
  or upload_id in (select upload_id from lead_file where ${whereLead(owner)})
  or upload_id in (select upload_id from supply_declaration_file where ${whereCustomer(owner)})
  or upload_id::text in (
    select jsonb_array_elements_text(details -> 'files') from change_request
    where ${whereCustomer(owner)} and jsonb_typeof(details -> 'files') = 'array'))`
export const whereSupplyPoint = ({ customerIds }: DataOwner) =>
  sql<SqlBool>`supply_point_id in (select supply_point_id from contract where ${isOneOf('customer_id', customerIds)})`
/** For a supply point, only the days of the own contract: the days before and after belong to other holders. */
export const whereContractDays =
  (day: 'day' | 'held_until') =>
  ({ customerIds }: DataOwner) => {
    // With an offset, the own contracts are read first: they may be on other nodes than the rows of their supply points.
    const ownContracts = sql`from contract where ${isOneOf('customer_id', customerIds)} offset 0`
    return sql<SqlBool>`(supply_point_id in (select supply_point_id ${ownContracts}) and exists (
      select from (select supply_point_id, starts_on, ends_on ${ownContracts}) as own
      where own.supply_point_id = owned.supply_point_id and owned.${sql.ref(day)} >= own.starts_on
        and (own.ends_on is null or owned.${sql.ref(day)} <= own.ends_on)))`
  }
/** What a card provider has reported about a person's payments. */
export const wherePaymentAttempt = (owner: DataOwner) => sql<SqlBool>`(${whereCustomer(owner)}
  or payment_attempt_id in (select payment_attempt_id from payment_attempt where ${whereCustomer(owner)}))`
export const whereSession = (owner: DataOwner) =>
  sql<SqlBool>`session_id in (select session_id from session where ${whereUser(owner)})`
