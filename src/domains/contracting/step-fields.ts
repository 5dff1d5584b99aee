import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { locales } from '#vocabulary/locale.ts'
import { paymentMeans } from '#vocabulary/payment-means.ts'

/* A new contract, step by step. Each step is sent by itself in a FormConfirm and is checked in that form; the last
   one is refused while the contract is incomplete. A lead belongs to the visitor who began it; for anybody else it
   does not exist. */

const Text = z.string().check(z.maxLength(300))

export const OptionalText = z.optional(z.nullable(Text))

const Kw = z.number().check(z.gte(0), z.lte(100_000))

const Files = z.optional(z.array(SentFile).check(z.maxLength(5)))

export const Address = {
  dp: Text,
  ine: Text,
  state: Text,
  poblacio: Text,
  tv: Text,
  nv: Text,
  pnp: Text,
  bq: OptionalText,
  es: OptionalText,
  pt: OptionalText,
  pu: OptionalText,
  ref_catastral: OptionalText,
  aclarador: OptionalText,
}

/**
 * The five steps that are sent, by number: 1 installation, 2 person, 3 contract (of electricity or gas), 4 payment, 5
 * confirmation.
 */
const Installation = z.strictObject({
  step: z.literal(1),
  cups: z.strictObject({ name: Text }),
  address: z.strictObject(Address),
  residence_type: z.enum(['habitual', 'second', 'business']),
  cnae: z.int32(),
  active_contract: z.boolean(),
  comer_origin: z.optional(z.nullable(z.int())),
  /** The day of the switch of electricity; null for as soon as possible. */
  switch_on: z.optional(z.nullable(z.iso.date())),
  accept_morosity_verification: z.optional(z.boolean()),
  lead_consent: z.optional(z.boolean()),
  invoice: Files,
})

const Person = z.strictObject({
  step: z.literal(2),
  owner: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('F'), fisic_vat: Text, first_name: Text, surname1: Text, surname2: OptionalText }),
    z.strictObject({
      type: z.literal('J'),
      name: Text,
      juridic_vat: Text,
      rep_vat: Text,
      rep_name: Text,
      rep_surname1: Text,
      rep_surname2: OptionalText,
    }),
  ]),
  /** The holder's postal address where it differs from that of the supply, and their contact details. */
  owner_address: z.strictObject({
    different_address: z.boolean(),
    mobile: Text,
    email: OptionalText,
    zip: OptionalText,
    ...z.partial(z.object(Address)).shape,
  }),
  change_owner: z.optional(z.nullable(z.boolean())),
  commsLanguage: z.optional(z.enum(locales)),
  nif_faceup: Files,
  nif_facedown: Files,
  cif: Files,
})

const Contract = z.strictObject({
  step: z.literal(3),
  cups: z.strictObject({ name: Text }),
  power: Kw,
  power2: Kw,
  power3: z.optional(Kw),
  power4: z.optional(Kw),
  power5: z.optional(Kw),
  power6: z.optional(Kw),
  promotional_code: z.optional(z.array(Text).check(z.maxLength(1))),
  /** The id of the product and that of the access tariff. */
  tarifa: z.int(),
  tarifaATR: z.int32(),
  selfconsCode: z.optional(Text),
  selfcons_attach: Files,
  /** The consent to a product that follows the market, which it needs. */
  accept_dynamic: z.optional(z.boolean()),
  /** If the holder has the social bonus, which they lose: its discount in the bills of the last four months, if known. */
  social_bonus: z.optional(
    z.nullable(z.strictObject({ discount_eur: z.nullable(z.number().check(z.gte(0), z.lte(10_000))) })),
  ),
})

const GasContract = z.strictObject({
  step: z.literal(3),
  cups: z.strictObject({ name: Text }),
  active_contract: z.boolean(),
  change_owner: z.optional(z.nullable(z.boolean())),
  comer_origin: z.optional(z.nullable(z.int())),
  tarifa: z.int(),
  tarifaATR: z.int32(),
  promotional_code: z.optional(z.array(Text).check(z.maxLength(1))),
  invoice: Files,
})

const Payment = z.strictObject({
  step: z.literal(4),
  /** Direct debit if omitted. Another means has no account. */
  payment_means: z.optional(z.enum(paymentMeans)),
  /** An account number, or the id of one of the holder's accounts on file, whose number need not be typed again. */
  bank: z.strictObject({ iban: OptionalText, account_id: z.optional(z.nullable(z.int())) }),
  owner_is_bank_owner: z.boolean(),
})

const Confirmation = z.strictObject({
  step: z.literal(5),
  accept_gdpr: z.optional(z.boolean()),
  accept_ov_conditions: z.optional(z.boolean()),
  activate_publicity: z.optional(z.boolean()),
  confirm: z.literal(true),
})

/** The lead that a step continues; without one, a lead is created. */
const LeadReference = { lead_id: z.optional(z.int()) }

const withLeadId = <Shape extends z.core.$ZodLooseShape>(step: z.ZodMiniObject<Shape, z.core.$strict>) =>
  z.extend(step, LeadReference)

export const ElectricityStep = z.discriminatedUnion('step', [
  withLeadId(Installation),
  withLeadId(Person),
  withLeadId(Contract),
  withLeadId(Payment),
  withLeadId(Confirmation),
])

export type ElectricityStep = z.output<typeof ElectricityStep>

/**
 * The same for gas. `electricityLeadId` names the half of a dual contract whose installation, person and payment also
 * apply to this one.
 */
const ElectricityLeadReference = { electricityLeadId: z.optional(z.int()) }

const withElectricityLeadId = <Shape extends z.core.$ZodLooseShape>(step: z.ZodMiniObject<Shape, z.core.$strict>) =>
  z.extend(withLeadId(step), ElectricityLeadReference)

export const GasStep = z.discriminatedUnion('step', [
  withElectricityLeadId(Installation),
  withElectricityLeadId(Person),
  withElectricityLeadId(GasContract),
  withElectricityLeadId(Payment),
  withElectricityLeadId(Confirmation),
])

export type GasStep = z.output<typeof GasStep>
