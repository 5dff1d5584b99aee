import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import { locales } from '#vocabulary/locale.ts'
import { SavedDraft } from './saved-draft.ts'
import { Address, ElectricityStep, GasStep, OptionalText } from './step-fields.ts'
import { rejectionReasons } from './switch-steps.ts'
import { contractKinds } from './wizard.ts'

/** The reply of the last step says what to show and where the contract is signed; the others return the lead alone. */
const StepReply = z.object({
  lead_id: z.int(),
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
  id: z.int(),
  is_company: z.boolean(),
  ...KnownPerson,
  /** As the retailer has it; for a company, its name. */
  full_name: z.string(),
  representative: z.nullable(z.object(KnownPerson)),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  language: z.enum(locales),
  /** The accounts on file, those in use first; never with their full number. */
  accounts: z.array(z.object({ id: z.int(), printable_iban: z.string() })),
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
    lead_id: z.int(),
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
    gas_lead_id: z.nullable(z.int()),
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

/** Until when a consumer may withdraw from a contract, and when they did; both null where they may not. */
const WithdrawalReply = z.object({ until: z.nullable(z.iso.date()), withdrawn_at: z.nullable(z.iso.datetime()) })

export const readWithdrawal = call({
  method: 'GET',
  path: '/contracts/:contractName/withdrawal/',
  versions: [1, 2],
  access: 'customer',
  reply: WithdrawalReply,
  summary: 'Returns until when a contract made at a distance can be withdrawn from',
})

export const withdrawFromContract = call({
  method: 'POST',
  path: '/contracts/:contractName/withdrawal/',
  versions: [1, 2],
  access: 'customer',
  reply: WithdrawalReply,
  refusals: { withdrawal_over: 409, already_withdrawn: 409 },
  summary: 'Withdraws from a contract within fourteen days of its signature; the receipt is mailed',
})

/** A step of a switch: when it was done, or by when it must be. */
const SwitchStep = z.object({ done_on: z.nullable(z.iso.date()), due_on: z.iso.date(), is_late: z.boolean() })

export const readSwitch = call({
  method: 'GET',
  path: '/contracts/:contractName/switch/',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({
    /** The day on which it was signed; null for a contract that was not signed here, or that is no switch. */
    requested_on: z.nullable(z.iso.date()),
    /** Asking the distributor, and the switch itself; null where there is none, or it was cancelled. */
    sent: z.nullable(SwitchStep),
    activated: z.nullable(SwitchStep),
    /** The day that the holder has named; null for as soon as possible. */
    chosen_on: z.nullable(z.iso.date()),
    is_cancelled: z.boolean(),
    /** Why the distributor rejected it, until it is sent again; its clock may stand still meanwhile. */
    rejection: z.nullable(
      z.object({ reason: z.enum(rejectionReasons), rejected_on: z.iso.date(), is_paused: z.boolean() }),
    ),
  }),
  summary: 'Returns how far the switch of a contract has come: requested, sent to the distributor, activated',
})
