import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { RetentionGround } from '../erasure-rules.ts'
import {
  type DataOwner,
  whereActor,
  whereCase,
  whereContractDays,
  whereCustomer,
  whereCustomerOrUser,
  whereEmail,
  whereLead,
  whereOwnCase,
  whereOwnConsent,
  whereOwnUpload,
  wherePaymentAttempt,
  whereSession,
  whereSubscriber,
  whereSupplyPoint,
  whereUser,
} from './row-conditions.ts'

type ColumnName<T extends keyof DB> = string & keyof DB[T]

/** What an erasure does with the rows of a table that belong to a person, according to `erasureActions`. */
export type ErasureRule<T extends keyof DB = keyof DB> =
  | { does: 'remove'; files?: readonly ColumnName<T>[] }
  | { does: 'block'; ground: 'books' | 'claims'; files?: readonly ColumnName<T>[] }
  | { does: 'strip'; set: { readonly [C in ColumnName<T>]?: RawBuilder<unknown> }; ground?: 'books' | 'claims' }
  | { does: 'expire'; ground: 'claims' }
  | { does: 'keep'; ground: Extract<RetentionGround, 'numbers' | 'place'> }

type RowCondition = (owner: DataOwner) => RawBuilder<SqlBool>

/** A table in the data export: which rows belong to a person, and what an erasure does with them. */
type ExportedTableRule<T extends keyof DB> = {
  rows: RowCondition
  /** Columns that would grant access, or lead to a stored file. */
  secrets?: readonly ColumnName<T>[]
  erase: ErasureRule<T>
}
/** A table outside the data export, and why. Its rows may belong to a person all the same. */
type NotExportedTableRule<T extends keyof DB> = {
  leftOut: string
  erased: { rows: RowCondition; erase: ErasureRule<T> } | null
}

const removeRule = { does: 'remove' } as const
const keepAsNumbers = { does: 'keep', ground: 'numbers' } as const
const nullValue = sql`null`

const ofMachine = 'The machine keeps it for itself, and it says nothing of anybody.'
const ofRetailer = 'What the retailer offers and shows to everybody.'
const ofMarket = 'Public facts of the market and of places.'
const ofRegister = "A copy of the market's register of all supply points; its own keeper answers for it."
const ofSandbox = 'Of the demonstration alone; a real provider of payments keeps its own.'
const onlyHash = 'It knows people by a hash only, and forgets them within the day.'

/**
 * Every table: which rows belong to a person, whether the export has them or why not, and what an erasure does with
 * them.
 */
export const personalDataRules: { [T in keyof DB]: ExportedTableRule<T> | NotExportedTableRule<T> } = {
  access_token: { rows: whereUser, secrets: ['secret_hash'], erase: removeRule },
  account_link: { rows: whereCustomerOrUser, secrets: ['link_hash'], erase: removeRule },
  account_request: {
    leftOut: 'Asked for by whoever is not signed in, and forgotten once it was looked at.',
    erased: null,
  },
  address: {
    rows: whereCustomer,
    erase: {
      does: 'strip',
      ground: 'claims',
      set: {
        name: sql`''`,
        full_address: sql`'#' || address_id::text`,
        street_type: nullValue,
        street: nullValue,
        number: nullValue,
        block: nullValue,
        stairs: nullValue,
        floor: nullValue,
        door: nullValue,
        hint: nullValue,
        postcode: nullValue,
        municipality_code: nullValue,
        city: nullValue,
        province_code: nullValue,
        cadastral_reference: nullValue,
        email: nullValue,
        phone: nullValue,
      },
    },
  },
  answer_term: { leftOut: ofRetailer, erased: null },
  // Requests and decisions are never rewritten: amounts, ids and operators' comments.
  approval_request: { rows: whereCustomer, erase: keepAsNumbers },
  attachment: {
    rows: whereCustomer,
    secrets: ['file_key'],
    erase: { does: 'block', ground: 'claims', files: ['file_key'] },
  },
  audit_entry: { rows: whereActor, erase: keepAsNumbers },
  bank_account: { rows: whereCustomer, erase: removeRule },
  blocked_data: {
    leftOut: 'Kept by law, encrypted, of somebody who was erased and has no account any more.',
    erased: null,
  },
  banner: { leftOut: ofRetailer, erased: null },
  battery: {
    rows: whereCustomer,
    erase: { does: 'strip', set: { name: sql`'#' || battery_id::text`, known_as: nullValue } },
  },
  battery_entry: { rows: whereCustomer, erase: keepAsNumbers },
  battery_link: { rows: whereCustomer, erase: keepAsNumbers },
  campaign: { leftOut: ofRetailer, erased: null },
  change_request: {
    rows: whereCustomer,
    erase: { does: 'strip', ground: 'claims', set: { details: sql`'{}'`, note: nullValue } },
  },
  client_credential: { rows: whereUser, secrets: ['secret_hash'], erase: removeRule },
  code_app: { rows: whereUser, secrets: ['sealed_secret'], erase: removeRule },
  compensation: { rows: whereCustomer, erase: keepAsNumbers },
  consent_entry: { rows: whereOwnConsent, erase: keepAsNumbers },
  content_version: { leftOut: ofRetailer, erased: null },
  consumption_alert: { rows: whereUser, erase: removeRule },
  consumption_alert_notice: { rows: whereUser, erase: removeRule },
  contract: {
    rows: whereCustomer,
    erase: {
      does: 'strip',
      ground: 'books',
      set: {
        payer_name: sql`''`,
        payer_tax_id: sql`''`,
        payer_address: sql`''`,
        iban: nullValue,
        supply_street: sql`''`,
        supply_city: sql`''`,
        distributor_reference: nullValue,
      },
    },
  },
  contract_power: { rows: whereCustomer, erase: keepAsNumbers },
  contract_tariff: { rows: whereCustomer, erase: keepAsNumbers },
  coupon: { rows: whereCustomer, erase: { does: 'strip', set: { customer_id: nullValue } } },
  curve_correction: { rows: whereContractDays('day'), erase: { does: 'expire', ground: 'claims' } },
  curve_recount: { leftOut: ofMachine, erased: { rows: whereCustomer, erase: removeRule } },
  curve_day: {
    leftOut: 'It is in the copy as a file of hours for each contract, which people can read.',
    erased: { rows: whereContractDays('day'), erase: { does: 'expire', ground: 'claims' } },
  },
  curve_version: { leftOut: ofMachine, erased: null },
  customer: {
    rows: whereCustomer,
    erase: {
      does: 'strip',
      ground: 'books',
      set: {
        name: sql`'#' || customer_id`,
        tax_id: sql`'erased:' || customer_id`,
        claimed_tax_id: nullValue,
        claimed_by_user_id: nullValue,
        fiscal_address: sql`''`,
        email: nullValue,
        phone: nullValue,
      },
    },
  },
  bill_check: { rows: whereCustomer, erase: keepAsNumbers },
  bill_hold: { rows: whereCustomer, erase: keepAsNumbers },
  data_export: { rows: whereUser, secrets: ['file_key'], erase: { does: 'remove', files: ['file_key'] } },
  day_count: { leftOut: ofMachine, erased: null },
  distributor: { leftOut: ofMarket, erased: null },
  // Not yet of anybody while it has no customer.
  debit_return: {
    rows: whereCustomer,
    erase: {
      does: 'strip',
      ground: 'books',
      set: { iban: nullValue, mandate_id: nullValue, debtor_name: nullValue, concept: nullValue },
    },
  },
  data_consent: { rows: whereCustomer, erase: { does: 'block', ground: 'claims' } },
  own_data_access: { rows: whereCustomer, erase: keepAsNumbers },
  debt: { rows: whereCustomer, erase: keepAsNumbers },
  debt_event: { rows: whereCustomer, erase: keepAsNumbers },
  switch_step: { rows: whereCustomer, erase: keepAsNumbers },
  debt_paper: {
    rows: whereCustomer,
    secrets: ['file_key'],
    erase: { does: 'block', ground: 'claims', files: ['file_key'] },
  },
  payment_plan: { rows: whereCustomer, erase: keepAsNumbers },
  payment_plan_part: { rows: whereCustomer, erase: keepAsNumbers },
  duty: { rows: whereCustomer, erase: { does: 'block', ground: 'claims' } },
  duty_norm: { leftOut: ofRetailer, erased: null },
  erasure_record: {
    leftOut: 'What became of a request of erasure, in numbers; it is handed to whoever asked.',
    erased: null,
  },
  erasure_request: { rows: whereUser, erase: { does: 'strip', set: { comment: nullValue } } },
  external_identity: { rows: whereUser, erase: removeRule },
  futures_price: { leftOut: ofMarket, erased: null },
  futures_product: { leftOut: ofMarket, erased: null },
  gas_reading: { rows: whereContractDays('day'), erase: { does: 'expire', ground: 'claims' } },
  held_power: { rows: whereContractDays('held_until'), erase: { does: 'expire', ground: 'claims' } },
  holiday: { leftOut: ofMarket, erased: null },
  html_element: { leftOut: ofRetailer, erased: null },
  html_route: { leftOut: ofRetailer, erased: null },
  idempotent_reply: {
    leftOut: 'Answers to repeated requests, kept for a day; what they tell is in the other tables.',
    erased: { rows: whereUser, erase: removeRule },
  },
  identity_challenge: {
    leftOut: 'Questions of a log-in that is under way; whoever had one could answer it.',
    erased: { rows: whereUser, erase: removeRule },
  },
  import_run: {
    leftOut:
      'Files that were taken in, of which only what was refused is kept for a while; the rest is in the other tables.',
    erased: null,
  },
  integration_key: { leftOut: ofMachine, erased: null },
  invoice: { rows: whereCustomer, erase: { does: 'strip', ground: 'books', set: { content: sql`'{}'` } } },
  invoice_announcement: { rows: whereCustomer, erase: keepAsNumbers },
  invoice_document: {
    rows: whereCustomer,
    secrets: ['file_key'],
    erase: { does: 'block', ground: 'books', files: ['file_key'] },
  },
  invoice_list_version: { leftOut: ofMachine, erased: { rows: whereCustomer, erase: keepAsNumbers } },
  invoice_pending_state: { rows: whereCustomer, erase: keepAsNumbers },
  job_run: { leftOut: ofMachine, erased: null },
  job_standing: { leftOut: ofMachine, erased: null },
  job_wish: { leftOut: ofMachine, erased: null },
  lead: {
    rows: whereCustomerOrUser,
    secrets: ['visitor_hash', 'resume_hash'],
    erase: { does: 'block', ground: 'claims' },
  },
  lead_file: { rows: whereLead, erase: { does: 'block', ground: 'claims' } },
  login_throttle: { leftOut: onlyHash, erased: null },
  meter_reading: { rows: whereContractDays('day'), erase: { does: 'expire', ground: 'claims' } },
  multipoint_invoice: {
    rows: whereCustomer,
    erase: { does: 'strip', ground: 'books', set: { invoicing_address: sql`''` } },
  },
  newsletter: { leftOut: ofRetailer, erased: null },
  newsletter_confirmation: {
    leftOut: 'It waits for the owner of an address, and whoever had it could answer.',
    erased: { rows: whereEmail, erase: removeRule },
  },
  newsletter_subscriber: { rows: whereEmail, erase: removeRule },
  newsletter_subscription: { rows: whereSubscriber, erase: removeRule },
  offer: { leftOut: ofRetailer, erased: null },
  origin_retailer: { leftOut: ofMarket, erased: null },
  outside_health: { leftOut: ofMachine, erased: null },
  outbox_message: { rows: whereCustomerOrUser, erase: { does: 'block', ground: 'claims' } },
  passkey: { rows: whereUser, secrets: ['public_key'], erase: removeRule },
  operator_link: { leftOut: 'Links by which operators come in, who are no customers.', erased: null },
  payment_attempt: {
    rows: whereCustomer,
    secrets: ['card_fingerprint'],
    erase: {
      does: 'strip',
      set: { paid_by_email: sql`''`, card_last4: nullValue, card_fingerprint: nullValue, provider_method: sql`''` },
    },
  },
  payment_denial: { rows: whereUser, erase: removeRule },
  payment_entry: { rows: whereCustomer, erase: keepAsNumbers },
  payment_hold: {
    leftOut: 'Who has to wait before a card is tried again; forgotten once the wait is over, within a day.',
    erased: { rows: whereUser, erase: removeRule },
  },
  payment_refund: { rows: whereCustomer, erase: { does: 'strip', ground: 'books', set: { reason: nullValue } } },
  payment_refund_entry: { rows: whereCustomer, erase: keepAsNumbers },
  postcode_town: { leftOut: ofMarket, erased: null },
  price_alert: { rows: whereUser, erase: removeRule },
  product: { leftOut: ofRetailer, erased: null },
  product_price: { leftOut: ofRetailer, erased: null },
  provider_event: {
    leftOut: 'What a card provider has told; what it told of somebody is in payment_attempt.',
    erased: { rows: wherePaymentAttempt, erase: { does: 'strip', set: { payload: sql`'{}'`, told: nullValue } } },
  },
  readiness_probe: { leftOut: ofMachine, erased: null },
  recovery_code: { rows: whereUser, secrets: ['code_hash'], erase: removeRule },
  redsys_order: { rows: whereCustomer, erase: { does: 'strip', set: { description: sql`''` } } },
  register_month: { leftOut: ofRegister, erased: null },
  register_point: { leftOut: ofRegister, erased: null },
  regulated_figure: { leftOut: ofMarket, erased: null },
  revision: { leftOut: ofRetailer, erased: null },
  revision_notice: {
    rows: whereCustomer,
    secrets: ['file_key'],
    erase: { does: 'block', ground: 'claims', files: ['file_key'] },
  },
  sandbox_method: { leftOut: ofSandbox, erased: null },
  sandbox_payment: { leftOut: ofSandbox, erased: null },
  sandbox_webhook: { leftOut: ofSandbox, erased: null },
  secret_key: { leftOut: ofMachine, erased: null },
  sent_mail: { rows: whereCustomerOrUser, erase: removeRule },
  session: { rows: whereUser, secrets: ['sealed_provider_token'], erase: removeRule },
  saved_filter: { leftOut: 'Filters of operators, who are no customers, without search texts.', erased: null },
  setting: { leftOut: ofRetailer, erased: null },
  signature: {
    rows: whereCustomer,
    secrets: ['code_hash', 'document_key', 'sealed_key', 'summary_key', 'annex_key', 'annex_sealed_key'],
    erase: {
      does: 'block',
      ground: 'claims',
      files: ['document_key', 'sealed_key', 'summary_key', 'annex_key', 'annex_sealed_key'],
    },
  },
  spot_price: { leftOut: ofMarket, erased: null },
  supply_point: { rows: whereSupplyPoint, erase: { does: 'keep', ground: 'place' } },
  supply_zone: { rows: whereSupplyPoint, erase: { does: 'keep', ground: 'place' } },
  stored_file_removal: { leftOut: ofMachine, erased: null },
  support_attachment: { rows: whereCase, erase: { does: 'block', ground: 'claims' } },
  support_case: { rows: whereOwnCase, erase: { does: 'block', ground: 'claims' } },
  support_category: { leftOut: ofRetailer, erased: null },
  support_message: { rows: whereCase, erase: { does: 'block', ground: 'claims' } },
  support_subtype: { leftOut: ofRetailer, erased: null },
  support_type: { leftOut: ofRetailer, erased: null },
  supply_declaration: { rows: whereCustomer, erase: { does: 'block', ground: 'claims' } },
  supply_declaration_file: { rows: whereCustomer, erase: { does: 'block', ground: 'claims' } },
  suspension_stop: { rows: whereCustomer, erase: { does: 'block', ground: 'claims' } },
  tariff_choice: { rows: whereCustomer, erase: keepAsNumbers },
  tariff_option: { leftOut: ofRetailer, erased: null },
  told_line: {
    leftOut: 'It knows what another system told by hashes only, and what it told is in the other tables.',
    erased: null,
  },
  unwanted_message: { rows: whereUser, erase: removeRule },
  upload: {
    rows: whereOwnUpload,
    secrets: ['file_key'],
    erase: { does: 'block', ground: 'claims', files: ['file_key'] },
  },
  upstream_session: {
    leftOut: 'The token of another server for a session, encrypted; whoever had it could come in there.',
    erased: { rows: whereSession, erase: removeRule },
  },
  user_account: {
    rows: whereUser,
    // An unconfirmed address may belong to another person.
    secrets: ['password_hash', 'pending_email'],
    erase: {
      does: 'strip',
      set: {
        login: sql`'erased-' || user_id`,
        email: sql`'erased-' || user_id || '@erased.invalid'`,
        name: sql`''`,
        password_hash: sql`'none'`,
        phone: nullValue,
        pending_email: nullValue,
        document_formats: sql`'{}'`,
      },
    },
  },
  user_customer: { rows: whereUser, erase: removeRule },
  visitor_throttle: { leftOut: onlyHash, erased: null },
  wallet_term: { leftOut: ofRetailer, erased: null },
  watched_file: { leftOut: ofMachine, erased: null },
  webhook_delivery: {
    leftOut: 'How telling other systems of an event has fared; what they are told is in webhook_event.',
    erased: null,
  },
  webhook_endpoint: { leftOut: ofMachine, erased: null },
  webhook_event: { rows: whereCustomer, erase: removeRule },
  webhook_try: {
    leftOut: 'How each try of telling another system has fared, without what is somebody’s.',
    erased: null,
  },
}

export type ExportedTable = { name: keyof DB; rows: RowCondition; secrets?: readonly string[] }

/** The tables with personal data in the export, by name. */
export const exportedTables: readonly ExportedTable[] = Object.entries(personalDataRules).flatMap(([name, rule]) =>
  'rows' in rule ? [{ name: name as keyof DB, rows: rule.rows, secrets: rule.secrets }] : [],
)

export type ErasedTable = { name: keyof DB; rows: RowCondition; erase: ErasureRule }

/** The tables with personal data, and what an erasure does with it. */
export const erasedTables: readonly ErasedTable[] = Object.entries(personalDataRules).flatMap(([name, rule]) => {
  const erased = 'rows' in rule ? rule : rule.erased
  return erased ? [{ name: name as keyof DB, rows: erased.rows, erase: erased.erase as ErasureRule }] : []
})
