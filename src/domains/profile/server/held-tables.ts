import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/tables.ts'

/** Whose rows: those of the holders, and those of the account itself. */
export type Owner = { userId: number; customerIds: number[] }

/**
 * What keeps a table's rows from being erased when somebody asks: nothing, a contract that is in force, invoices and payments
 * that books must keep, or a claim that is open or possible.
 */
export type KeptFor = 'nothing' | 'contract' | 'books' | 'claims'

/** Rows that are in the copy of somebody's data and in the sheet of an erasure: which they are, and why they would be kept. */
type Copied = {
  rows: (owner: Owner) => RawBuilder<SqlBool>
  keptFor: KeptFor
  /** Columns that would let somebody in, or lead to a file of ours. */
  secrets?: readonly string[]
}
/** Rows that are not, and why. */
type LeftOut = { leftOut: string }

const ofHolder = ({ customerIds }: Owner) => sql<SqlBool>`customer_id = any(${customerIds})`
const ofUser = ({ userId }: Owner) => sql<SqlBool>`user_id = ${userId}`
// A row of somebody else's contract is theirs, whoever signed in to make it.
const ofEither = (owner: Owner) => sql<SqlBool>`(${ofHolder(owner)} or (customer_id is null and ${ofUser(owner)}))`
const byActor = (owner: Owner) =>
  sql<SqlBool>`(${ofHolder(owner)} or (customer_id is null and actor_user_id = ${owner.userId}))`
const ownCase = (owner: Owner) =>
  sql<SqlBool>`(${ofHolder(owner)} or (customer_id is null and opened_by_user_id = ${owner.userId}))`
const ofCase = (owner: Owner) => sql<SqlBool>`case_id in (select case_id from support_case where ${ownCase(owner)})`
/** By id, or by the hash of the address that the account has. */
const ownConsent = (owner: Owner) => sql<SqlBool>`(subject_kind, subject) in (
  select 'customer', id::text from unnest(${owner.customerIds}::integer[]) as id
  union all select 'user', ${String(owner.userId)}
  union all select 'email', translate(rtrim(encode(sha256(convert_to(lower(trim(email)), 'UTF8')), 'base64'), '='), '+/', '-_')
  from user_account where ${ofUser(owner)})`
const ofLead = (owner: Owner) => sql<SqlBool>`lead_id in (select lead_id from lead where ${ofEither(owner)})`
/** Newsletters go to addresses that their owners have shown to be theirs. */
const atAddress = (owner: Owner) =>
  sql<SqlBool>`email in (select lower(user_account.email) from user_account where ${ofUser(owner)})`
const ofSubscriber = (owner: Owner) =>
  sql<SqlBool>`subscriber_id in (select subscriber_id from newsletter_subscriber where ${atAddress(owner)})`
/** Also what somebody else of the same holder, or the retailer, has sent with a case or a change of theirs. */
const ownUpload = (owner: Owner) => sql<SqlBool>`(${ofUser(owner)}
  or upload_id in (select upload_id from support_attachment where ${ofCase(owner)})
  or upload_id in (select upload_id from lead_file where ${ofLead(owner)})
  or upload_id::text in (
    select jsonb_array_elements_text(details -> 'files') from change_request
    where ${ofHolder(owner)} and jsonb_typeof(details -> 'files') = 'array'))`
const ofPoint = ({ customerIds }: Owner) =>
  sql<SqlBool>`supply_point_id in (select supply_point_id from contract where customer_id = any(${customerIds}))`
/** Of a supply point only the days of the own contract: whoever held it before or after is somebody else. */
const inOwnDays =
  (day: 'day' | 'held_until') =>
  ({ customerIds }: Owner) =>
    sql<SqlBool>`exists (
    select from contract where contract.supply_point_id = owned.supply_point_id and customer_id = any(${customerIds})
      and owned.${sql.ref(day)} >= contract.starts_on
      and (contract.ends_on is null or owned.${sql.ref(day)} <= contract.ends_on))`

const ofMachine = 'The machine keeps it for itself, and it says nothing of anybody.'
const ofRetailer = 'What the retailer offers and shows to everybody.'
const ofMarket = 'Public facts of the market and of places.'
const ofRegister = "A copy of the market's register of all supply points; its own keeper answers for it."
const ofSandbox = 'Of the demonstration alone; a real provider of payments keeps its own.'
const onlyHash = 'It knows people by a hash only, and forgets them within the day.'

/** Every table there is: in the copy of somebody's data and in the sheet of its erasure, or not, and why. */
export const heldTables: Partial<Record<keyof DB, Copied | LeftOut>> = {
  access_token: { rows: ofUser, keptFor: 'nothing', secrets: ['secret_hash'] },
  account_link: { rows: ofEither, keptFor: 'nothing', secrets: ['link_hash'] },
  account_request: { leftOut: 'Asked for by whoever is not signed in, and forgotten once it was looked at.' },
  address: { rows: ofHolder, keptFor: 'contract' },
  answer_term: { leftOut: ofRetailer },
  approval_request: { rows: ofHolder, keptFor: 'books' },
  attachment: { rows: ofHolder, keptFor: 'claims', secrets: ['file_key'] },
  audit_entry: { rows: byActor, keptFor: 'claims' },
  bank_account: { rows: ofHolder, keptFor: 'contract' },
  banner: { leftOut: ofRetailer },
  battery: { rows: ofHolder, keptFor: 'contract' },
  battery_entry: { rows: ofHolder, keptFor: 'books' },
  battery_link: { rows: ofHolder, keptFor: 'contract' },
  campaign: { leftOut: ofRetailer },
  change_request: { rows: ofHolder, keptFor: 'claims' },
  client_credential: { rows: ofUser, keptFor: 'nothing', secrets: ['secret_hash'] },
  code_app: { rows: ofUser, keptFor: 'nothing', secrets: ['sealed_secret'] },
  consent_entry: { rows: ownConsent, keptFor: 'claims' },
  content_version: { leftOut: ofRetailer },
  contract: { rows: ofHolder, keptFor: 'contract' },
  coupon: { rows: ofHolder, keptFor: 'nothing' },
  curve_day: { leftOut: 'It is in the copy as a file of hours for each contract, which people can read.' },
  customer: { rows: ofHolder, keptFor: 'contract' },
  data_export: { rows: ofUser, keptFor: 'nothing', secrets: ['file_key'] },
  day_count: { leftOut: ofMachine },
  distributor: { leftOut: ofMarket },
  erasure_request: { rows: ofUser, keptFor: 'claims' },
  external_identity: { rows: ofUser, keptFor: 'nothing' },
  futures_price: { leftOut: ofMarket },
  futures_product: { leftOut: ofMarket },
  held_power: { rows: inOwnDays('held_until'), keptFor: 'contract' },
  html_element: { leftOut: ofRetailer },
  html_route: { leftOut: ofRetailer },
  idempotent_reply: { leftOut: 'Answers to repeated requests, kept for a day; what they tell is in the other tables.' },
  identity_challenge: { leftOut: 'Questions of a log-in that is under way; whoever had one could answer it.' },
  import_run: {
    leftOut:
      'Files that were taken in, of which only what was refused is kept for a while; the rest is in the other tables.',
  },
  integration_key: { leftOut: ofMachine },
  invoice: { rows: ofHolder, keptFor: 'books' },
  invoice_document: { rows: ofHolder, keptFor: 'books', secrets: ['file_key'] },
  invoice_list_version: { leftOut: ofMachine },
  invoice_pending_state: { rows: ofHolder, keptFor: 'books' },
  job_run: { leftOut: ofMachine },
  job_standing: { leftOut: ofMachine },
  job_wish: { leftOut: ofMachine },
  lead: { rows: ofEither, keptFor: 'nothing', secrets: ['visitor_hash', 'resume_hash'] },
  lead_file: { rows: ofLead, keptFor: 'nothing' },
  login_throttle: { leftOut: onlyHash },
  meter_reading: { rows: inOwnDays('day'), keptFor: 'contract' },
  multipoint_invoice: { rows: ofHolder, keptFor: 'books' },
  newsletter: { leftOut: ofRetailer },
  newsletter_confirmation: { leftOut: 'It waits for the owner of an address, and whoever had it could answer.' },
  newsletter_subscriber: { rows: atAddress, keptFor: 'nothing' },
  newsletter_subscription: { rows: ofSubscriber, keptFor: 'nothing' },
  offer: { leftOut: ofRetailer },
  origin_retailer: { leftOut: ofMarket },
  outside_health: { leftOut: ofMachine },
  outbox_message: { rows: ofEither, keptFor: 'claims' },
  passkey: { rows: ofUser, keptFor: 'nothing', secrets: ['public_key'] },
  operator_link: { leftOut: 'Links by which operators come in, who are no customers.' },
  payment_attempt: { rows: ofHolder, keptFor: 'books', secrets: ['card_fingerprint'] },
  payment_denial: { rows: ofUser, keptFor: 'claims' },
  payment_entry: { rows: ofHolder, keptFor: 'books' },
  payment_hold: {
    leftOut: 'Who has to wait before a card is tried again; forgotten once the wait is over, within a day.',
  },
  payment_refund: { rows: ofHolder, keptFor: 'books' },
  payment_refund_entry: { rows: ofHolder, keptFor: 'books' },
  postcode_town: { leftOut: ofMarket },
  price_alert: { rows: ofUser, keptFor: 'nothing' },
  product: { leftOut: ofRetailer },
  product_price: { leftOut: ofRetailer },
  provider_event: { leftOut: 'What a card provider has told; what it told of somebody is in payment_attempt.' },
  readiness_probe: { leftOut: ofMachine },
  recovery_code: { rows: ofUser, keptFor: 'nothing', secrets: ['code_hash'] },
  redsys_order: { rows: ofHolder, keptFor: 'books' },
  register_month: { leftOut: ofRegister },
  register_point: { leftOut: ofRegister },
  regulated_figure: { leftOut: ofMarket },
  sandbox_method: { leftOut: ofSandbox },
  sandbox_payment: { leftOut: ofSandbox },
  sandbox_webhook: { leftOut: ofSandbox },
  secret_key: { leftOut: ofMachine },
  session: { rows: ofUser, keptFor: 'nothing', secrets: ['sealed_provider_token'] },
  setting: { leftOut: ofRetailer },
  signature: { rows: ofHolder, keptFor: 'claims', secrets: ['code_hash', 'document_key', 'sealed_key'] },
  supply_point: { rows: ofPoint, keptFor: 'contract' },
  stored_file_removal: { leftOut: ofMachine },
  support_attachment: { rows: ofCase, keptFor: 'claims' },
  support_case: { rows: ownCase, keptFor: 'claims' },
  support_category: { leftOut: ofRetailer },
  support_message: { rows: ofCase, keptFor: 'claims' },
  support_subtype: { leftOut: ofRetailer },
  support_type: { leftOut: ofRetailer },
  tariff_choice: { rows: ofHolder, keptFor: 'contract' },
  tariff_option: { leftOut: ofRetailer },
  told_line: { leftOut: 'It knows what another system told by hashes only, and what it told is in the other tables.' },
  unwanted_message: { rows: ofUser, keptFor: 'nothing' },
  upload: { rows: ownUpload, keptFor: 'claims', secrets: ['file_key'] },
  upstream_session: {
    leftOut: 'The token of another server for a session, encrypted; whoever had it could come in there.',
  },
  user_account: { rows: ofUser, keptFor: 'nothing', secrets: ['password_hash'] },
  user_customer: { rows: ofUser, keptFor: 'nothing' },
  visitor_throttle: { leftOut: onlyHash },
  wallet_term: { leftOut: ofRetailer },
  watched_file: { leftOut: ofMachine },
  webhook_delivery: {
    leftOut: 'How telling other systems of an event has fared; what they are told is in webhook_event.',
  },
  webhook_endpoint: { leftOut: ofMachine },
  webhook_event: { rows: ofHolder, keptFor: 'nothing' },
  webhook_try: { leftOut: 'How each try of telling another system has fared, without what is somebody’s.' },
}

export type CopiedTable = Copied & { name: string }

/** The tables with something of somebody, by name. */
export const copiedTables: readonly CopiedTable[] = Object.entries(heldTables).flatMap(([name, held]) =>
  'rows' in held ? [{ ...held, name }] : [],
)
