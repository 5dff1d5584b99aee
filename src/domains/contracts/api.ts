import * as z from 'zod/mini'
import { BatteryLink } from '#domains/batteries/api.ts'
import { ShownDuty } from '#domains/duties/shown-duty.ts'
import { call } from '#kit/call.ts'
import { energies } from '#vocabulary/energies.ts'
import { paymentMeans } from '#vocabulary/payment-means.ts'
import { agreedDateKinds } from './agreed-dates.ts'
import { maxPerPage } from './rules.ts'

const defaultPerPage = 100

const Day = z.iso.date()
const OptionalText = z.nullable(z.string())

/** A document stored with a contract. */
export const Attachment = z.object({
  id: z.number(),
  name: z.string(),
  created_date: Day,
  size_text: z.string(),
  filename: z.string(),
  category_name: z.string(),
})

/** Fields that only one energy has may be omitted for the other. */
const NullByDefault = z._default(OptionalText, null)

/**
 * A contract of electricity or gas with everything that the portal shows of it. Euros and kilowatts have their exact
 * decimals.
 */
export const Contract = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(energies),
  state: z.string(),
  sign_date: z.nullable(Day),
  start_date: z.optional(z.nullable(Day)),
  end_date: z.optional(z.nullable(Day)),
  amount_debt: z.number(),
  is_peninsula: z.boolean(),
  atr_available: z.boolean(),
  tariff: z.object({ name: z.string() }),
  pricelist: z.object({ name: z.string(), nom_comercial: OptionalText }),
  cups: z.object({
    name: z.string(),
    full_address: z.string(),
    street: z.string(),
    city: z.string(),
    ref_catastral: OptionalText,
  }),
  contracted_power_period: z._default(z.array(z.object({ period: z.string(), power: z.number() })), []),
  waitingForSignature: z._default(z.array(z.string()), []),
  owner_partner: z.object({ name: z.string() }),
  fiscal_partner: z.object({ name: z.string(), vat: z.string() }),
  fiscal_address: z.object({ full_address: z.string() }),
  /** Masked (`ES94 •••• 3157`). Our extension: whether the reveal call returns the full number. */
  bank_account: z.nullable(
    z.object({ id: z.number(), printable_iban: z.string(), is_revealable: z.optional(z.boolean()) }),
  ),
  /** Our extension: how it is paid. */
  payment_means: z.optional(z.enum(paymentMeans)),
  ref_catastral: OptionalText,
  invoice_online: z.enum(['email', 'postal']),
  notification_address: z.object({
    id: z.number(),
    name: z.string(),
    full_address: z.string(),
    email: OptionalText,
    mobile: OptionalText,
  }),
  no_cession_sips: z.object({
    state: z.enum(['requested', 'active', 'unactive']),
    waiting_for_signature: z.boolean(),
  }),
  dso: z.nullable(z.object({ name: z.string(), website: OptionalText })),
  dso_reference: OptionalText,
  dso_phone: OptionalText,
  pressio: NullByDefault,
  caudal: NullByDefault,
  bateria_virtual: z._default(z.array(BatteryLink), []),
  /** The tariff options that can be chosen: `double_tariff`, `happy_hours`, `happy_day`. */
  tariff_options: z.optional(z.array(z.string())),
  attachments: z._default(z.array(Attachment), []),
  /** Our extension: the versions of its editable data, to be sent along with an edit. */
  versions: z.optional(
    z.object({
      notification_address: z.string(),
      invoice_online: z.string(),
      ref_catastral: z.string(),
      power: z.string(),
      bank_account: z.string(),
    }),
  ),
})
export type Contract = z.output<typeof Contract>

/** The data required to name a contract and to choose it among many. */
const ContractInfo = z.object({
  id: z.number(),
  name: z.string(),
  state: z._default(z.string(), 'activa'),
  cups: z._default(z.object({ full_address: z.string() }), { full_address: '' }),
})
export type ContractInfo = z.output<typeof ContractInfo>

export const listContractInfo = call({
  method: 'GET',
  path: '/contracts/list-info/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  scope: 'contracts:read',
  reply: z.object({ electricity: z.array(ContractInfo), gas: z.array(ContractInfo) }),
  summary: 'Lists all contracts of each kind with the data needed to choose one, active ones first',
})

export const listContracts = call({
  method: 'GET',
  path: '/contracts',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  scope: 'contracts:read',
  query: z.strictObject({
    /** The first request of a list: returns its first page, whatever the offset. */
    initial: z._default(z.stringbool(), false),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPerPage)), defaultPerPage),
    /** Search terms for name, CUPS, address and product, or conditions over `contractFields`. */
    filter: z.optional(z.string().check(z.maxLength(4000))),
    type: z.optional(z.enum(energies)),
  }),
  reply: z.object({ items: z.array(Contract), total: z.number() }),
  refusals: { filter_unknown: 400 },
  summary: 'Lists the contracts of one or both kinds, active ones first',
})

/** What was agreed with a contract until a day, and by when its customer is told that it changes. */
const AgreedDate = z.object({
  kind: z.enum(agreedDateKinds),
  /** The day from which it changes. */
  changes_on: Day,
  /** The name of a promotion; null for the rest. */
  promotion: OptionalText,
  /** By when its customer is told; null once they were. */
  duty: z.nullable(ShownDuty),
})
export type AgreedDate = z.output<typeof AgreedDate>

export const listAgreedDates = call({
  method: 'GET',
  path: '/me/agreed-dates/',
  versions: [2],
  access: 'customer',
  query: z.strictObject({ contract: z.string().check(z.maxLength(40)) }),
  reply: z.object({
    items: z.array(AgreedDate),
    /** What leaving costs at most until a day, in per cent of the energy still to be supplied; null if nothing. */
    penalty: z.nullable(z.object({ percent: z.string(), ends_on: Day })),
  }),
  summary: 'Lists when a contract renews and when its promotion and its penalty end, and by when its customer is told',
})
export type AgreedDates = z.output<typeof listAgreedDates.reply>
