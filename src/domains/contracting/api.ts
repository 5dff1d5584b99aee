import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import { locales } from '#vocabulary/locale.ts'
import { SavedDraft } from './saved-draft.ts'
import { contractKinds } from './wizard.ts'

/* A new contract, step by step. Each step is sent by itself in a FormConfirm and is checked in that form; the last
   one is refused while the contract is incomplete. A lead belongs to the visitor who began it; for anybody else it
   does not exist. */

const Text = z.string().check(z.maxLength(300))
const OptionalText = z.optional(z.nullable(Text))
const Kw = z.number().check(z.gte(0), z.lte(100_000))
const Files = z.optional(z.array(SentFile).check(z.maxLength(5)))

const Address = {
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
  comer_origin: z.optional(z.nullable(z.int32())),
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
  tarifa: z.int32(),
  tarifaATR: z.int32(),
  selfconsCode: z.optional(Text),
  selfcons_attach: Files,
})

const GasContract = z.strictObject({
  step: z.literal(3),
  cups: z.strictObject({ name: Text }),
  active_contract: z.boolean(),
  change_owner: z.optional(z.nullable(z.boolean())),
  comer_origin: z.optional(z.nullable(z.int32())),
  tarifa: z.int32(),
  tarifaATR: z.int32(),
  promotional_code: z.optional(z.array(Text).check(z.maxLength(1))),
  invoice: Files,
})

const Payment = z.strictObject({
  step: z.literal(4),
  /** An account number, or the id of one of the holder's accounts on file, whose number need not be typed again. */
  bank: z.strictObject({ iban: OptionalText, account_id: z.optional(z.nullable(z.int32())) }),
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
const LeadReference = { lead_id: z.optional(z.int32()) }

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
const ElectricityLeadReference = { electricityLeadId: z.optional(z.int32()) }

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

/** The reply of the last step says what to show and where the contract is signed; the others return the lead alone. */
const StepReply = z.object({
  lead_id: z.int32(),
  version: ReplyVersion,
  status: z.enum(['OK', 'ERROR']),
  result: z.optional(
    z.object({
      error: z.nullable(z.string()),
      render: z.nullable(z.object({ format: z.enum(['html', 'markdown']), body: z.string() })),
    }),
  ),
  signature: z.optional(z.nullable(z.object({ id: z.string(), url: z.string() }))),
  /** The name of the contract from now on. */
  reference: z.optional(z.string()),
})
export type StepReply = z.output<typeof StepReply>

const stepRefusals = {
  contracting_off: 403,
  contracting_needs_session: 401,
  lead_incomplete: 400,
  invalid: 400,
  cups_unavailable: 409,
  lead_closed: 409,
  bad_score: 409,
  identity_mismatch: 409,
  promocode_invalid: 400,
  too_many_attempts: 429,
} as const

export const sendElectricityStep = call({
  method: 'POST',
  path: '/leads',
  acceptsInlineFiles: true,
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  body: z.strictObject({ FormConfirm: ElectricityStep, version: ExpectedVersion }),
  reply: StepReply,
  refusals: stepRefusals,
  summary: 'Stores a step of a new electricity contract; the last one creates the draft of the contract, to be signed',
})

export const sendGasStep = call({
  method: 'POST',
  path: '/gas/leads',
  acceptsInlineFiles: true,
  versions: [2],
  access: 'anyone',
  upstream: 'forwarded',
  body: z.strictObject({ FormConfirm: GasStep, version: ExpectedVersion }),
  reply: StepReply,
  refusals: stepRefusals,
  summary: 'Stores a step of a new gas contract; the last one creates the draft of the contract, to be signed',
})

export const readScoring = call({
  method: 'GET',
  path: '/leads/solvencia/:leadId',
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  hasSideEffects: true,
  /**
   * Whether the solvency check, once authorised, lets the contract continue; true where none is requested. With
   * `by_person` it continues to an operator's check.
   */
  reply: z.object({ scoring: z.boolean(), by_person: z.optional(z.boolean()) }),
  refusals: { check_unavailable: 503, too_many_attempts: 429 },
  summary: 'Requests a solvency check of the holder of a lead',
})

export const readIdentityCheck = call({
  method: 'GET',
  path: '/leads/dni-validation/:leadId',
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  hasSideEffects: true,
  /** Whether the identity document matches the given name. With `by_person` an operator checks it. */
  reply: z.object({ dni_valid: z.boolean(), by_person: z.optional(z.boolean()) }),
  refusals: { check_unavailable: 503, too_many_attempts: 429 },
  summary: 'Compares the identity document of the holder of a lead with their name',
})

/** The form's requirements as the retailer has configured them. */
export const readContracting = call({
  method: 'GET',
  path: '/contractacio/config',
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.object({
    electricity: z.boolean(),
    gas: z.boolean(),
    dual: z.boolean(),
    authenticate: z.boolean(),
    businessHaltContractation: z.boolean(),
    restrictCompanyVAT: z.boolean(),
    requireLeadConsent: z.boolean(),
    mustAcceptMorosityVerification: z.boolean(),
    emailRequired: z.boolean(),
    dniRequired: z.boolean(),
    commsLanguageRequired: z.boolean(),
    invoiceRequired: z.boolean(),
    selectComerOrigin: z.boolean(),
    selfcons: z.object({ enabled: z.boolean(), requireDocumentation: z.boolean() }),
    askPublicity: z.boolean(),
    languages: z.array(z.string()),
    /** Whether an operator checks identity and solvency after the last step, before there is a contract to sign. */
    checks_by_person: z.optional(z.boolean()),
    cnae_default: z.object({ id: z.number(), code: z.string() }),
  }),
  summary: 'Returns the configuration of the form of a new contract',
})

/** Beyond the specification, which assumes it: a signed-in user is asked only for what they have not agreed to yet. */
export const readAgreements = call({
  method: 'GET',
  path: '/contractacio/agreements',
  versions: [1],
  access: 'customer',
  reply: z.object({ accept_ov_conditions: z.boolean(), accept_gdpr: z.boolean() }),
  summary: 'Lists the agreements of a new contract that the signed-in user has already given to the current texts',
})

const KnownPerson = { tax_id: z.string(), name: z.string(), surname1: z.string(), surname2: z.string() }

/** A holder of the signed-in user, as prefilled in the form. */
export const KnownHolder = z.object({
  id: z.int32(),
  is_company: z.boolean(),
  ...KnownPerson,
  /** As the retailer has it; for a company, its name. */
  full_name: z.string(),
  representative: z.nullable(z.object(KnownPerson)),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  language: z.enum(locales),
  /** The accounts on file, those in use first; never with their full number. */
  accounts: z.array(z.object({ id: z.int32(), printable_iban: z.string() })),
  /** The documents on file that are still valid, by the tax id of the person they identify. */
  papers: z.array(z.object({ kind: z.enum(['identity', 'company']), tax_id: z.string() })),
})
export type KnownHolder = z.output<typeof KnownHolder>

export const readHolders = call({
  method: 'GET',
  path: '/contractacio/holders',
  versions: [1],
  access: 'customer',
  reply: z.object({ items: z.array(KnownHolder) }),
  summary:
    'Beyond the specification: lists the holders for whom the signed-in user may contract, with the data that the form need not request again',
})

/** A supply point for which the signed-in user has or had a contract. */
const KnownSupply = z.object({
  cups: z.string(),
  energy: z.enum(['electricity', 'gas']),
  /** The address in one line. */
  line: z.string(),
  address: z.object({ ...z.partial(z.object(Address)).shape, ine: OptionalText }),
  province: z.string(),
})
export type KnownSupply = z.output<typeof KnownSupply>

export const readSupplies = call({
  method: 'GET',
  path: '/contractacio/supplies',
  versions: [1],
  access: 'customer',
  query: z.strictObject({ energy: z.enum(['electricity', 'gas']) }),
  reply: z.object({ items: z.array(KnownSupply) }),
  summary:
    'Beyond the specification: lists the user’s own supply points for which a contract of an energy can be requested',
})

/**
 * Beyond the specification: returns what was typed, on this device by the visitor's key, on another by the mailed link.
 * The link leads to the form with `?lead=` and the lead's number, or with `?failed=link_over` when it is no longer
 * valid.
 */
export const readLead = call({
  method: 'GET',
  path: '/leads/:leadId',
  versions: [1, 2],
  access: 'anyone',
  reply: z.object({
    lead_id: z.int32(),
    /** Covers everything typed and sent of the contract. A dual contract has one version for both halves. */
    version: ReplyVersion,
    kind: z.enum(contractKinds),
    state: z.enum(['open', 'sent', 'signed', 'refused', 'left']),
    steps_done: z.int32(),
    /** The FormConfirm of each sent step by number, with files by their ids; empty for a lead that is not open. */
    steps: z.record(z.string(), z.unknown()),
    /** What was typed beyond them; empty for a lead that is not open. */
    typed: SavedDraft,
    /** The file names of its steps and its draft; also empty for a lead that is not open. */
    files: z.array(z.object({ id: z.uuid(), name: z.string(), size_bytes: z.number() })),
    gas_lead_id: z.nullable(z.int32()),
    signature: z.nullable(z.object({ id: z.string(), url: z.string() })),
  }),
  summary: 'Returns a contract draft as far as it is filled in',
})

/** The unsent draft of a lead, which replaces the stored one. Files are given by the ids of their uploads. */
export const saveLeadDraft = call({
  method: 'PUT',
  path: '/leads/:leadId/typed',
  versions: [1, 2],
  access: 'anyone',
  body: z.extend(SavedDraft, { version: ExpectedVersion }),
  reply: z.object({ version: ReplyVersion }),
  refusals: { lead_closed: 409 },
  summary: 'Stores the unsent input of a contract draft that is continued on another device',
})

export const mailLeadLink = call({
  method: 'POST',
  path: '/leads/:leadId/link',
  versions: [1, 2],
  access: 'anyone',
  /** The form that it was begun with, since a dual contract begins like one of electricity. */
  body: z.strictObject({ email: z.email('email_not_valid'), kind: z.optional(z.enum(contractKinds)) }),
  reply: 'nothing',
  refusals: { too_many_attempts: 429, lead_closed: 409 },
  summary: 'Mails a link for continuing the contract draft on another device',
})
