import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { call } from '#kit/call.ts'
import { locales } from '#kit/locale.ts'
import { ReadVersion, SeenVersion } from '#kit/seen-version.ts'
import { Typed } from './typed.ts'
import { contractKinds } from './wizard.ts'

/*
 * A new contract, step by step. Each step is sent by itself in a FormConfirm and is checked as it is there; what is missing
 * for the contract altogether is refused by the last one. A lead is of the visitor who began it: for anybody else it is
 * not there.
 */

const Text = z.string().check(z.maxLength(300))
const Maybe = z.optional(z.nullable(Text))
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
  bq: Maybe,
  es: Maybe,
  pt: Maybe,
  pu: Maybe,
  ref_catastral: Maybe,
  aclarador: Maybe,
}

/** The five steps that are sent, by their numbers: 1 installation, 2 person, 3 contract (of electricity or gas), 4 payment, 5 confirmation. */
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
    z.strictObject({ type: z.literal('F'), fisic_vat: Text, first_name: Text, surname1: Text, surname2: Maybe }),
    z.strictObject({
      type: z.literal('J'),
      name: Text,
      juridic_vat: Text,
      rep_vat: Text,
      rep_name: Text,
      rep_surname1: Text,
      rep_surname2: Maybe,
    }),
  ]),
  /** Where the holder lives or sits, when that is not where the supply is; and how they are reached. */
  owner_address: z.strictObject({
    different_address: z.boolean(),
    mobile: Text,
    email: Maybe,
    zip: Maybe,
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
  /** The product's id, and the access tariff's. */
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
  /** The number of an account, or the id of one of the holder's on file, whose number nobody needs to type again. */
  bank: z.strictObject({ iban: Maybe, account_id: z.optional(z.nullable(z.int32())) }),
  owner_is_bank_owner: z.boolean(),
})

const Confirmation = z.strictObject({
  step: z.literal(5),
  accept_gdpr: z.optional(z.boolean()),
  accept_ov_conditions: z.optional(z.boolean()),
  activate_publicity: z.optional(z.boolean()),
  confirm: z.literal(true),
})

/** The lead that a step goes on with; none begins one. */
const OfLead = { lead_id: z.optional(z.int32()) }

const ofLead = <Shape extends z.core.$ZodLooseShape>(step: z.ZodMiniObject<Shape, z.core.$strict>) =>
  z.extend(step, OfLead)

export const ElectricityStep = z.discriminatedUnion('step', [
  ofLead(Installation),
  ofLead(Person),
  ofLead(Contract),
  ofLead(Payment),
  ofLead(Confirmation),
])
export type ElectricityStep = z.output<typeof ElectricityStep>

/** The same for gas; `electricityLeadId` names the half of a dual contract whose installation, person and payment hold for this one too. */
const OfGasLead = { electricityLeadId: z.optional(z.int32()) }

const ofGasLead = <Shape extends z.core.$ZodLooseShape>(step: z.ZodMiniObject<Shape, z.core.$strict>) =>
  z.extend(ofLead(step), OfGasLead)

export const GasStep = z.discriminatedUnion('step', [
  ofGasLead(Installation),
  ofGasLead(Person),
  ofGasLead(GasContract),
  ofGasLead(Payment),
  ofGasLead(Confirmation),
])
export type GasStep = z.output<typeof GasStep>

/** The last step answers what to show, and where the contract is signed; the others the lead alone. */
const StepDone = z.object({
  lead_id: z.int32(),
  version: ReadVersion,
  status: z.enum(['OK', 'ERROR']),
  result: z.optional(
    z.object({
      error: z.nullable(z.string()),
      render: z.nullable(z.object({ format: z.enum(['html', 'markdown']), body: z.string() })),
    }),
  ),
  signature: z.optional(z.nullable(z.object({ id: z.string(), url: z.string() }))),
  /** What the contract is called from now on. */
  reference: z.optional(z.string()),
})
export type StepDone = z.output<typeof StepDone>

const leadRefusals = {
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
  takesInlineFiles: true,
  versions: [1],
  access: 'anyone',
  body: z.strictObject({ FormConfirm: ElectricityStep, version: SeenVersion }),
  reply: StepDone,
  refusals: leadRefusals,
  summary: 'Keeps a step of a new electricity contract; the last one makes the draft of the contract, to be signed',
})

export const sendGasStep = call({
  method: 'POST',
  path: '/gas/leads',
  takesInlineFiles: true,
  versions: [2],
  access: 'anyone',
  body: z.strictObject({ FormConfirm: GasStep, version: SeenVersion }),
  reply: StepDone,
  refusals: leadRefusals,
  summary: 'Keeps a step of a new gas contract; the last one makes the draft of the contract, to be signed',
})

export const readScoring = call({
  method: 'GET',
  path: '/leads/solvencia/:leadId',
  versions: [1],
  access: 'anyone',
  changesSomething: true,
  /**
   * Whether the solvency check, once authorised, lets the contract go on; true where none is asked for. With `by_person` it
   * goes on to an operator who checks.
   */
  reply: z.object({ scoring: z.boolean(), by_person: z.optional(z.boolean()) }),
  refusals: { check_unavailable: 503, too_many_attempts: 429 },
  summary: 'Asks for the solvency of the holder of a lead',
})

export const readIdentityCheck = call({
  method: 'GET',
  path: '/leads/dni-validation/:leadId',
  versions: [1],
  access: 'anyone',
  changesSomething: true,
  /** Whether the identity document is that of the name given. With `by_person` an operator will look. */
  reply: z.object({ dni_valid: z.boolean(), by_person: z.optional(z.boolean()) }),
  refusals: { check_unavailable: 503, too_many_attempts: 429 },
  summary: 'Compares the identity document of the holder of a lead with the name',
})

/** What the form asks for, as the retailer has set it. */
export const readContracting = call({
  method: 'GET',
  path: '/contractacio/config',
  versions: [1],
  access: 'anyone',
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
  summary: 'What the form of a new contract asks for',
})

/** Beyond the specification, which takes it for granted: whoever is signed in is asked for what they have not agreed to yet. */
export const readAgreements = call({
  method: 'GET',
  path: '/contractacio/agreements',
  versions: [1],
  access: 'customer',
  reply: z.object({ accept_ov_conditions: z.boolean(), accept_gdpr: z.boolean() }),
  summary: 'To what of a new contract whoever is signed in has agreed before, in the words of today',
})

const KnownPerson = { tax_id: z.string(), name: z.string(), surname1: z.string(), surname2: z.string() }

/** A holder of whoever is signed in, as the form is filled with. */
export const KnownHolder = z.object({
  id: z.int32(),
  is_company: z.boolean(),
  ...KnownPerson,
  /** As the retailer has it; a company's is its name. */
  full_name: z.string(),
  representative: z.nullable(z.object(KnownPerson)),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  language: z.enum(locales),
  /** The accounts on file, those in use first; never with their whole number. */
  accounts: z.array(z.object({ id: z.int32(), printable_iban: z.string() })),
  /** The documents that are on file and still valid, by the tax id of whom they show. */
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
    'Beyond the specification: for whom whoever is signed in may contract, with what the form need not ask again',
})

/** A place that whoever is signed in has or had a contract for. */
const KnownSupply = z.object({
  cups: z.string(),
  energy: z.enum(['electricity', 'gas']),
  /** The address in one line. */
  line: z.string(),
  address: z.object({ ...z.partial(z.object(Address)).shape, ine: Maybe }),
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
  summary: 'Beyond the specification: the own places for which a contract of an energy can be asked for',
})

/**
 * Beyond the specification: what was typed comes back, on this device by the visitor's key, on another by the link of a mail,
 * which leads to the form with `?lead=` and the lead's number, or with `?failed=link_over` when it leads nowhere any more.
 */
export const readLead = call({
  method: 'GET',
  path: '/leads/:leadId',
  versions: [1, 2],
  access: 'anyone',
  reply: z.object({
    lead_id: z.int32(),
    /** Of all that is typed and sent of the contract: a dual one has it once, for both halves. */
    version: ReadVersion,
    kind: z.enum(contractKinds),
    state: z.enum(['open', 'sent', 'signed', 'refused', 'left']),
    steps_done: z.int32(),
    /** The FormConfirm of each step that was sent, by its number, files by their ids; none of a lead that is not open. */
    steps: z.record(z.string(), z.unknown()),
    /** What was typed beyond them; nothing of a lead that is not open. */
    typed: Typed,
    /** What the files of its steps and of what was typed were called; none either of a lead that is not open. */
    files: z.array(z.object({ id: z.uuid(), name: z.string(), size_bytes: z.number() })),
    gas_lead_id: z.nullable(z.int32()),
    signature: z.nullable(z.object({ id: z.string(), url: z.string() })),
  }),
  summary: 'A contract that somebody has begun, as far as it is typed',
})

/** What is typed of a lead and not sent, in place of what was kept of it before; files by the ids of what was streamed. */
export const keepTyped = call({
  method: 'PUT',
  path: '/leads/:leadId/typed',
  versions: [1, 2],
  access: 'anyone',
  body: z.extend(Typed, { version: SeenVersion }),
  reply: z.object({ version: ReadVersion }),
  refusals: { lead_closed: 409 },
  summary: 'Keeps what is typed and not sent yet of a contract that is gone on with on another device',
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
  summary: 'Mails a link with which the contract can be gone on with on another device',
})
