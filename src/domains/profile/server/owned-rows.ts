import { type SqlBool, sql } from 'kysely'

/** Whose rows: those of the holders, and those of the account itself. */
export type Owner = { userId: number; customerIds: number[] }

// Which rows of a table are somebody's. The table is called `owned` where its own name would be in doubt.
export const ofHolder = ({ customerIds }: Owner) => sql<SqlBool>`customer_id = any(${customerIds})`
export const ofUser = ({ userId }: Owner) => sql<SqlBool>`user_id = ${userId}`
// A row of somebody else's contract is theirs, whoever signed in to make it.
export const ofEither = (owner: Owner) =>
  sql<SqlBool>`(${ofHolder(owner)} or (customer_id is null and ${ofUser(owner)}))`
export const byActor = (owner: Owner) =>
  sql<SqlBool>`(${ofHolder(owner)} or (customer_id is null and actor_user_id = ${owner.userId}))`
export const ownCase = (owner: Owner) =>
  sql<SqlBool>`(${ofHolder(owner)} or (customer_id is null and opened_by_user_id = ${owner.userId}))`
export const ofCase = (owner: Owner) =>
  sql<SqlBool>`case_id in (select case_id from support_case where ${ownCase(owner)})`
/** By id, or by the hash of the address that the account has. */
export const ownConsent = (owner: Owner) => sql<SqlBool>`(subject_kind, subject) in (
  select 'customer', id::text from unnest(${owner.customerIds}::integer[]) as id
  union all select 'user', ${String(owner.userId)}
  union all select 'email', translate(rtrim(encode(sha256(convert_to(lower(trim(email)), 'UTF8')), 'base64'), '='), '+/', '-_')
  from user_account where ${ofUser(owner)})`
export const ofLead = (owner: Owner) => sql<SqlBool>`lead_id in (select lead_id from lead where ${ofEither(owner)})`
/** Newsletters go to addresses that their owners have shown to be theirs. */
export const atAddress = (owner: Owner) =>
  sql<SqlBool>`email in (select lower(user_account.email) from user_account where ${ofUser(owner)})`
export const ofSubscriber = (owner: Owner) =>
  sql<SqlBool>`subscriber_id in (select subscriber_id from newsletter_subscriber where ${atAddress(owner)})`
/** Also what somebody else of the same holder, or the retailer, has sent with a case or a change of theirs. */
export const ownUpload = (owner: Owner) => sql<SqlBool>`(${ofUser(owner)}
  or upload_id in (select upload_id from support_attachment where ${ofCase(owner)})
  or upload_id in (select upload_id from lead_file where ${ofLead(owner)})
  or upload_id::text in (
    select jsonb_array_elements_text(details -> 'files') from change_request
    where ${ofHolder(owner)} and jsonb_typeof(details -> 'files') = 'array'))`
export const ofPoint = ({ customerIds }: Owner) =>
  sql<SqlBool>`supply_point_id in (select supply_point_id from contract where customer_id = any(${customerIds}))`
/** Of a supply point only the days of the own contract: whoever held it before or after is somebody else. */
export const inOwnDays =
  (day: 'day' | 'held_until') =>
  ({ customerIds }: Owner) =>
    sql<SqlBool>`exists (
    select from contract where contract.supply_point_id = owned.supply_point_id and customer_id = any(${customerIds})
      and owned.${sql.ref(day)} >= contract.starts_on
      and (contract.ends_on is null or owned.${sql.ref(day)} <= contract.ends_on))`
/** What a card provider has told of somebody's payments. */
export const ofAttempt = (owner: Owner) => sql<SqlBool>`(${ofHolder(owner)}
  or payment_attempt_id in (select payment_attempt_id from payment_attempt where ${ofHolder(owner)}))`
export const ofSession = (owner: Owner) =>
  sql<SqlBool>`session_id in (select session_id from session where ${ofUser(owner)})`
