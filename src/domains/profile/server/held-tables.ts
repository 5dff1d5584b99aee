import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { KeepGround } from '../erasure-rules.ts'
import {
  atAddress,
  byActor,
  inOwnDays,
  type Owner,
  ofAttempt,
  ofCase,
  ofEither,
  ofHolder,
  ofLead,
  ofPoint,
  ofSession,
  ofSubscriber,
  ofUser,
  ownCase,
  ownConsent,
  ownUpload,
} from './owned-rows.ts'

type Column<T extends keyof DB> = string & keyof DB[T]

/** What an erasure does with the rows of a table that are somebody's, as `erasureActions` has it. */
export type Erase<T extends keyof DB = keyof DB> =
  | { does: 'remove'; files?: readonly Column<T>[] }
  | { does: 'block'; ground: 'books' | 'claims'; files?: readonly Column<T>[] }
  | { does: 'strip'; set: { readonly [C in Column<T>]?: RawBuilder<unknown> }; ground?: 'books' | 'claims' }
  | { does: 'expire'; ground: 'claims' }
  | { does: 'keep'; ground: Extract<KeepGround, 'numbers' | 'place'> }

type Rows = (owner: Owner) => RawBuilder<SqlBool>

/** Rows that are in the copy of somebody's data: which they are, and what becomes of them in an erasure. */
type Copied<T extends keyof DB> = {
  rows: Rows
  /** Columns that would let somebody in, or lead to a file of ours. */
  secrets?: readonly Column<T>[]
  erase: Erase<T>
}
/** Rows that are not, and why; they may be somebody's all the same. */
type LeftOut<T extends keyof DB> = { leftOut: string; erased: { rows: Rows; erase: Erase<T> } | null }

const remove = { does: 'remove' } as const
const numbers = { does: 'keep', ground: 'numbers' } as const
const gone = sql`null`

const ofMachine = 'The machine keeps it for itself, and it says nothing of anybody.'
const ofRetailer = 'What the retailer offers and shows to everybody.'
const ofMarket = 'Public facts of the market and of places.'
const ofRegister = "A copy of the market's register of all supply points; its own keeper answers for it."
const ofSandbox = 'Of the demonstration alone; a real provider of payments keeps its own.'
const onlyHash = 'It knows people by a hash only, and forgets them within the day.'

/** Every table there is: what of it is somebody's, whether their copy has it or why not, and what their erasure does with it. */
export const heldTables: { [T in keyof DB]: Copied<T> | LeftOut<T> } = {
  access_token: { rows: ofUser, secrets: ['secret_hash'], erase: remove },
  account_link: { rows: ofEither, secrets: ['link_hash'], erase: remove },
  account_request: {
    leftOut: 'Asked for by whoever is not signed in, and forgotten once it was looked at.',
    erased: null,
  },
  address: {
    rows: ofHolder,
    erase: {
      does: 'strip',
      ground: 'claims',
      set: {
        name: sql`''`,
        full_address: sql`'#' || address_id`,
        street_type: gone,
        street: gone,
        number: gone,
        block: gone,
        stairs: gone,
        floor: gone,
        door: gone,
        hint: gone,
        postcode: gone,
        municipality_code: gone,
        city: gone,
        province_code: gone,
        cadastral_reference: gone,
        email: gone,
        phone: gone,
      },
    },
  },
  answer_term: { leftOut: ofRetailer, erased: null },
  // What was asked for and decided is never rewritten: amounts, ids and the words of operators.
  approval_request: { rows: ofHolder, erase: numbers },
  attachment: {
    rows: ofHolder,
    secrets: ['file_key'],
    erase: { does: 'block', ground: 'claims', files: ['file_key'] },
  },
  audit_entry: { rows: byActor, erase: numbers },
  bank_account: { rows: ofHolder, erase: remove },
  blocked_data: {
    leftOut: 'Kept by law, encrypted, of somebody who was erased and has no account any more.',
    erased: null,
  },
  banner: { leftOut: ofRetailer, erased: null },
  battery: { rows: ofHolder, erase: { does: 'strip', set: { name: sql`'#' || battery_id`, known_as: gone } } },
  battery_entry: { rows: ofHolder, erase: numbers },
  battery_link: { rows: ofHolder, erase: numbers },
  campaign: { leftOut: ofRetailer, erased: null },
  change_request: {
    rows: ofHolder,
    erase: { does: 'strip', ground: 'claims', set: { details: sql`'{}'`, note: gone } },
  },
  client_credential: { rows: ofUser, secrets: ['secret_hash'], erase: remove },
  code_app: { rows: ofUser, secrets: ['sealed_secret'], erase: remove },
  consent_entry: { rows: ownConsent, erase: numbers },
  content_version: { leftOut: ofRetailer, erased: null },
  contract: {
    rows: ofHolder,
    erase: {
      does: 'strip',
      ground: 'books',
      set: {
        payer_name: sql`''`,
        payer_tax_id: sql`''`,
        payer_address: sql`''`,
        iban: gone,
        supply_street: sql`''`,
        supply_city: sql`''`,
        distributor_reference: gone,
      },
    },
  },
  contract_tariff: { rows: ofHolder, erase: numbers },
  coupon: { rows: ofHolder, erase: { does: 'strip', set: { customer_id: gone } } },
  curve_recount: { leftOut: ofMachine, erased: { rows: ofHolder, erase: remove } },
  curve_day: {
    leftOut: 'It is in the copy as a file of hours for each contract, which people can read.',
    erased: { rows: inOwnDays('day'), erase: { does: 'expire', ground: 'claims' } },
  },
  customer: {
    rows: ofHolder,
    erase: {
      does: 'strip',
      ground: 'books',
      set: {
        name: sql`'#' || customer_id`,
        tax_id: sql`'erased:' || customer_id`,
        claimed_tax_id: gone,
        claimed_by_user_id: gone,
        fiscal_address: sql`''`,
        email: gone,
        phone: gone,
      },
    },
  },
  data_export: { rows: ofUser, secrets: ['file_key'], erase: { does: 'remove', files: ['file_key'] } },
  day_count: { leftOut: ofMachine, erased: null },
  distributor: { leftOut: ofMarket, erased: null },
  erasure_record: {
    leftOut: 'What became of a request of erasure, in numbers; it is handed to whoever asked.',
    erased: null,
  },
  erasure_request: { rows: ofUser, erase: { does: 'strip', set: { comment: gone } } },
  external_identity: { rows: ofUser, erase: remove },
  futures_price: { leftOut: ofMarket, erased: null },
  futures_product: { leftOut: ofMarket, erased: null },
  gas_reading: { rows: inOwnDays('day'), erase: { does: 'expire', ground: 'claims' } },
  held_power: { rows: inOwnDays('held_until'), erase: { does: 'expire', ground: 'claims' } },
  html_element: { leftOut: ofRetailer, erased: null },
  html_route: { leftOut: ofRetailer, erased: null },
  idempotent_reply: {
    leftOut: 'Answers to repeated requests, kept for a day; what they tell is in the other tables.',
    erased: { rows: ofUser, erase: remove },
  },
  identity_challenge: {
    leftOut: 'Questions of a log-in that is under way; whoever had one could answer it.',
    erased: { rows: ofUser, erase: remove },
  },
  import_run: {
    leftOut:
      'Files that were taken in, of which only what was refused is kept for a while; the rest is in the other tables.',
    erased: null,
  },
  integration_key: { leftOut: ofMachine, erased: null },
  invoice: { rows: ofHolder, erase: { does: 'strip', ground: 'books', set: { content: sql`'{}'` } } },
  invoice_document: {
    rows: ofHolder,
    secrets: ['file_key'],
    erase: { does: 'block', ground: 'books', files: ['file_key'] },
  },
  invoice_list_version: { leftOut: ofMachine, erased: { rows: ofHolder, erase: numbers } },
  invoice_pending_state: { rows: ofHolder, erase: numbers },
  job_run: { leftOut: ofMachine, erased: null },
  job_standing: { leftOut: ofMachine, erased: null },
  job_wish: { leftOut: ofMachine, erased: null },
  lead: { rows: ofEither, secrets: ['visitor_hash', 'resume_hash'], erase: { does: 'block', ground: 'claims' } },
  lead_file: { rows: ofLead, erase: { does: 'block', ground: 'claims' } },
  login_throttle: { leftOut: onlyHash, erased: null },
  meter_reading: { rows: inOwnDays('day'), erase: { does: 'expire', ground: 'claims' } },
  multipoint_invoice: {
    rows: ofHolder,
    erase: { does: 'strip', ground: 'books', set: { invoicing_address: sql`''` } },
  },
  newsletter: { leftOut: ofRetailer, erased: null },
  newsletter_confirmation: {
    leftOut: 'It waits for the owner of an address, and whoever had it could answer.',
    erased: { rows: atAddress, erase: remove },
  },
  newsletter_subscriber: { rows: atAddress, erase: remove },
  newsletter_subscription: { rows: ofSubscriber, erase: remove },
  offer: { leftOut: ofRetailer, erased: null },
  origin_retailer: { leftOut: ofMarket, erased: null },
  outside_health: { leftOut: ofMachine, erased: null },
  outbox_message: { rows: ofEither, erase: { does: 'block', ground: 'claims' } },
  passkey: { rows: ofUser, secrets: ['public_key'], erase: remove },
  operator_link: { leftOut: 'Links by which operators come in, who are no customers.', erased: null },
  payment_attempt: {
    rows: ofHolder,
    secrets: ['card_fingerprint'],
    erase: {
      does: 'strip',
      set: { paid_by_email: sql`''`, card_last4: gone, card_fingerprint: gone, provider_method: sql`''` },
    },
  },
  payment_denial: { rows: ofUser, erase: remove },
  payment_entry: { rows: ofHolder, erase: numbers },
  payment_hold: {
    leftOut: 'Who has to wait before a card is tried again; forgotten once the wait is over, within a day.',
    erased: { rows: ofUser, erase: remove },
  },
  payment_refund: { rows: ofHolder, erase: { does: 'strip', ground: 'books', set: { reason: gone } } },
  payment_refund_entry: { rows: ofHolder, erase: numbers },
  postcode_town: { leftOut: ofMarket, erased: null },
  price_alert: { rows: ofUser, erase: remove },
  product: { leftOut: ofRetailer, erased: null },
  product_price: { leftOut: ofRetailer, erased: null },
  provider_event: {
    leftOut: 'What a card provider has told; what it told of somebody is in payment_attempt.',
    erased: { rows: ofAttempt, erase: { does: 'strip', set: { payload: sql`'{}'`, told: gone } } },
  },
  readiness_probe: { leftOut: ofMachine, erased: null },
  recovery_code: { rows: ofUser, secrets: ['code_hash'], erase: remove },
  redsys_order: { rows: ofHolder, erase: { does: 'strip', set: { description: sql`''` } } },
  register_month: { leftOut: ofRegister, erased: null },
  register_point: { leftOut: ofRegister, erased: null },
  regulated_figure: { leftOut: ofMarket, erased: null },
  sandbox_method: { leftOut: ofSandbox, erased: null },
  sandbox_payment: { leftOut: ofSandbox, erased: null },
  sandbox_webhook: { leftOut: ofSandbox, erased: null },
  secret_key: { leftOut: ofMachine, erased: null },
  session: { rows: ofUser, secrets: ['sealed_provider_token'], erase: remove },
  setting: { leftOut: ofRetailer, erased: null },
  signature: {
    rows: ofHolder,
    secrets: ['code_hash', 'document_key', 'sealed_key'],
    erase: { does: 'block', ground: 'claims', files: ['document_key', 'sealed_key'] },
  },
  supply_point: { rows: ofPoint, erase: { does: 'keep', ground: 'place' } },
  supply_zone: { rows: ofPoint, erase: { does: 'keep', ground: 'place' } },
  stored_file_removal: { leftOut: ofMachine, erased: null },
  support_attachment: { rows: ofCase, erase: { does: 'block', ground: 'claims' } },
  support_case: { rows: ownCase, erase: { does: 'block', ground: 'claims' } },
  support_category: { leftOut: ofRetailer, erased: null },
  support_message: { rows: ofCase, erase: { does: 'block', ground: 'claims' } },
  support_subtype: { leftOut: ofRetailer, erased: null },
  support_type: { leftOut: ofRetailer, erased: null },
  tariff_choice: { rows: ofHolder, erase: numbers },
  tariff_option: { leftOut: ofRetailer, erased: null },
  told_line: {
    leftOut: 'It knows what another system told by hashes only, and what it told is in the other tables.',
    erased: null,
  },
  unwanted_message: { rows: ofUser, erase: remove },
  upload: { rows: ownUpload, secrets: ['file_key'], erase: { does: 'block', ground: 'claims', files: ['file_key'] } },
  upstream_session: {
    leftOut: 'The token of another server for a session, encrypted; whoever had it could come in there.',
    erased: { rows: ofSession, erase: remove },
  },
  user_account: {
    rows: ofUser,
    // An address that is not confirmed yet may be somebody else's.
    secrets: ['password_hash', 'pending_email'],
    erase: {
      does: 'strip',
      set: {
        login: sql`'erased-' || user_id`,
        email: sql`'erased-' || user_id || '@erased.invalid'`,
        name: sql`''`,
        password_hash: sql`'none'`,
        phone: gone,
        pending_email: gone,
      },
    },
  },
  user_customer: { rows: ofUser, erase: remove },
  visitor_throttle: { leftOut: onlyHash, erased: null },
  wallet_term: { leftOut: ofRetailer, erased: null },
  watched_file: { leftOut: ofMachine, erased: null },
  webhook_delivery: {
    leftOut: 'How telling other systems of an event has fared; what they are told is in webhook_event.',
    erased: null,
  },
  webhook_endpoint: { leftOut: ofMachine, erased: null },
  webhook_event: { rows: ofHolder, erase: remove },
  webhook_try: {
    leftOut: 'How each try of telling another system has fared, without what is somebody’s.',
    erased: null,
  },
}

export type CopiedTable = { name: keyof DB; rows: Rows; secrets?: readonly string[] }

/** The tables with something of somebody that their copy has, by name. */
export const copiedTables: readonly CopiedTable[] = Object.entries(heldTables).flatMap(([name, held]) =>
  'rows' in held ? [{ name: name as keyof DB, rows: held.rows, secrets: held.secrets }] : [],
)

export type ErasedTable = { name: keyof DB; rows: Rows; erase: Erase }

/** The tables with something of somebody, and what an erasure does with it. */
export const erasedTables: readonly ErasedTable[] = Object.entries(heldTables).flatMap(([name, held]) => {
  const erased = 'rows' in held ? held : held.erased
  return erased ? [{ name: name as keyof DB, rows: erased.rows, erase: erased.erase as Erase }] : []
})
