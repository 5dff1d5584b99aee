import * as z from 'zod/mini'
import { recourses } from '#domains/duties/norm.ts'
import { termUnits } from '#domains/duties/terms.ts'
import { SentFile } from '#domains/uploads/api.ts'
import { call } from '#kit/call.ts'
import { locales } from '#vocabulary/locale.ts'
import { callBackStates } from './call-back-rules.ts'
import {
  answerChannels,
  caseClocks,
  caseClosures,
  caseStates,
  caseTopics,
  ratingLimits,
  receiptMedia,
  requestLimits,
  switchDirections,
  visitorAnswerChannels,
} from './rules.ts'

const maxPerPage = 100
const defaultPerPage = 20

const Day = z.iso.date()
const Instant = z.iso.datetime({ offset: true })
const Id = z.int().check(z.positive())
const EnergyKind = z.enum(['electricity', 'gas'])
/** Kilowatt hours or cubic metres, with at most three decimals. */
const MeterFigure = z.number().check(
  z.gte(0),
  z.lt(1_000_000_000),
  z.refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-3, 'invalid_value'),
)

const Code = z.string().check(z.minLength(1, 'required'), z.maxLength(40))
const Subject = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(requestLimits.subject))
const Message = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(requestLimits.message))
const { atMost } = requestLimits.attachments
/** The minimum number is a setting, which the handler checks. */
const Attachments = z.array(SentFile).check(z.maxLength(atMost, 'too_many_files'))
/** The response deadline: its last day, and its end where it is of hours; null if no deadline is set. */
const deadlineShape = { due_on: z.optional(z.nullable(Day)), due_at: z.optional(z.nullable(Instant)) }

const PhoneInput = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(40))

/** The call that the author asks for with a case: the hour at which it begins, one of those offered, and the phone. */
const CallRequest = z.strictObject({
  at: Instant,
  phone: PhoneInput,
})

/** How the customer wants the receipt and the answer; the phone is for an answer by phone. */
const wishShape = {
  language: z.optional(z.enum(locales)),
  receipt: z.optional(z.enum(receiptMedia)),
  call_back: z.optional(CallRequest),
  answer: z.optional(z.enum(answerChannels)),
  answer_phone: z.optional(PhoneInput),
}

export const listCaseTypesOffered = call({
  method: 'GET',
  path: '/atc/tipus',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  reply: z.array(z.tuple([z.string(), z.string()])),
  refusals: { contact_closed: 403 },
  summary: 'Lists the types of customer care case as pairs of code and label',
})

export const listSubtypesOffered = call({
  method: 'GET',
  path: '/atc/tipus/:tipus/subtipus',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  reply: z.array(z.object({ name: z.string(), desc: z.string() })),
  refusals: { contact_closed: 403 },
  summary: 'Lists the subtypes of a type of customer care case: codes and their labels',
})

export const openClaim = call({
  method: 'POST',
  path: '/contracts/:contractName/atc/',
  acceptsInlineFiles: true,
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({
    contract: z.union([z.string().check(z.minLength(1, 'required'), z.maxLength(50)), Id]),
    tipus: Code,
    subtipus: Code,
    comments: Message,
    attachment: z.optional(z.nullable(SentFile)),
    ...wishShape,
  }),
  reply: z.object({ result: z.string(), id: z.optional(z.number()), ...deadlineShape }),
  refusals: { contact_closed: 403 },
  summary: 'Opens a customer care case on a contract and returns its number',
})

export const listCategories = call({
  method: 'GET',
  path: '/crm/cases/categories/',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  query: z.strictObject({ unsigned: z._default(z.stringbool(), false) }),
  reply: z.object({
    items: z.array(z.object({ id: z.number(), name: z.string(), topic: z.optional(z.nullable(z.enum(caseTopics))) })),
  }),
  refusals: { unauthenticated: 401, token_expired: 401 },
  summary: 'Lists the categories of requests to the retailer, by customers or, without a session, by anyone',
})

/** A meter reading, register by register in the order of the tariff's periods. */
export const ReadingInput = z.strictObject({
  date: Day,
  registers: z.array(MeterFigure).check(z.minLength(1, 'required'), z.maxLength(6)),
  /** Confirms a value far above the usual, or below what was measured. */
  confirmed: z._default(z.boolean(), false),
})

export const OpenRequestBody = z.strictObject({
  polissa_id: Id,
  polissa_type: EnergyKind,
  categ_id: Id,
  title: Subject,
  message: Message,
  attachments: z._default(Attachments, []),
  reading: z.optional(ReadingInput),
  /** The line of an invoice of the contract that is asked about, by its place from 0; without it the whole invoice. */
  invoice_line: z.optional(
    z.strictObject({
      number: z.string().check(z.minLength(1, 'required'), z.maxLength(60)),
      line: z.optional(z.number().check(z.int(), z.gte(0), z.lte(500))),
    }),
  ),
  ...wishShape,
})

export const openRequest = call({
  method: 'POST',
  path: '/crm/cases/',
  acceptsInlineFiles: true,
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: OpenRequestBody,
  /** The number by which the customer and the retailer refer to it. */
  reply: z.object({ id: z.number(), number: z.optional(z.string()), ...deadlineShape }),
  refusals: { contact_closed: 403 },
  summary: 'Sends a request about a contract to the retailer, or a meter reading',
})

export const openUnsignedRequest = call({
  method: 'POST',
  path: '/crm/unsigned/',
  acceptsInlineFiles: true,
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  body: z.strictObject({
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('invalid_email')),
    mobile: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(requestLimits.typedMobile)),
    category: Id,
    subject: Subject,
    description: Message,
    attachment: z._default(z.union([Attachments, SentFile]), []),
    call_back: z.optional(CallRequest),
    answer: z.optional(z.enum(visitorAnswerChannels)),
  }),
  reply: z.object({ result: z.string(), ...deadlineShape }),
  refusals: { contact_closed: 403, too_many_attempts: 429 },
  summary: 'Sends a request to the retailer without a session and returns the case number',
})

/** By when a supervisor speaks to the author of a case, and whether that day has passed; null if nobody is awaited. */
const SupervisorCall = z.nullable(z.object({ due_on: Day, is_late: z.boolean() }))
export type SupervisorCall = z.output<typeof SupervisorCall>

const unrequestedSwitchShape = {
  direction: z.enum(switchDirections),
  other_retailer: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  noticed_on: z.optional(Day),
  description: z._default(z.string().check(z.trim(), z.maxLength(requestLimits.message)), ''),
  attachments: z._default(Attachments, []),
}

export const reportOwnSwitch = call({
  method: 'POST',
  path: '/contracts/:contractName/unrequested_switch/',
  acceptsInlineFiles: true,
  versions: [2],
  access: 'customer',
  body: z.strictObject(unrequestedSwitchShape),
  reply: z.object({ id: z.number(), number: z.string(), ...deadlineShape }),
  refusals: { already_reported: 409 },
  summary: 'Reports that a contract was switched which its holder did not ask for, so that it is put back',
})

export const reportUnrequestedSwitch = call({
  method: 'POST',
  path: '/unrequested_switches/',
  acceptsInlineFiles: true,
  versions: [2],
  access: 'anyone',
  body: z.strictObject({
    ...unrequestedSwitchShape,
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200)),
    cups: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(40)),
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('invalid_email')),
    mobile: PhoneInput,
  }),
  reply: z.object({ number: z.string(), ...deadlineShape }),
  refusals: { too_many_attempts: 429 },
  summary: 'Reports without a session that a supply was switched which nobody asked for, so that it is put back',
})

export const readLastReading = call({
  method: 'GET',
  path: '/contracts/:contractName/last_reading/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    unit: z.enum(['kWh', 'm3']),
    registers: z.number(),
    last: z.nullable(z.object({ date: Day, registers: z.array(z.number()) })),
    /** The value calculated since then from estimated readings, invoices and the curve. */
    measured: z.optional(z.nullable(z.object({ date: Day, registers: z.array(z.number()) }))),
    usual_per_day: z.nullable(z.array(z.number())),
  }),
  summary: 'Returns the last meter reading of a contract and its usual daily increase',
})

/** Whom to call in an interruption of supply; null if the distributor is unknown. */
const BreakdownContact = z.nullable(z.object({ name: z.string(), breakdown_phone: z.nullable(z.string()) }))

export const readBreakdownContact = call({
  method: 'GET',
  path: '/contracts/:contractName/breakdown_contact/',
  versions: [2],
  access: 'customer',
  reply: z.object({ distributor: BreakdownContact }),
  summary: 'Returns the distributor of a contract and its phone for interruptions of supply',
})

const CaseContract = z.nullable(z.object({ name: z.string(), type: EnergyKind, full_address: z.string() }))

/** A case or a contract change request. */
const RequestListItem = z.object({
  kind: z.enum(['case', 'change']),
  id: z.number(),
  number: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  category: z.nullable(z.string()),
  /** The kind of change; null for a case. */
  change: z.nullable(z.string()),
  /** The requested value of a change, as text. */
  value: z.optional(z.nullable(z.string())),
  state: z.string(),
  contract: CaseContract,
  opened_at: Instant,
  updated_at: Instant,
  /** Why a case was closed without an answer. */
  closure: z.optional(z.nullable(z.enum(caseClosures))),
  due_on: z.nullable(Day),
  due_at: z.optional(z.nullable(Instant)),
  /** The clock of the response deadline; null for a change. */
  clock: z.nullable(z.enum(caseClocks)),
  answered_at: z.nullable(Instant),
  /** The id of the pending signature, at `/signature/{id}`. */
  signature_id: z.nullable(z.string()),
})
export type RequestListItem = z.output<typeof RequestListItem>

export const listRequests = call({
  method: 'GET',
  path: '/requests/',
  versions: [2],
  access: 'customer',
  query: z.strictObject({
    offset: z._default(z.coerce.number().check(z.int32(), z.gte(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPerPage)), defaultPerPage),
    /** Restricts the list to requests that have not ended. */
    open: z._default(z.stringbool(), false),
  }),
  reply: z.object({ items: z.array(RequestListItem), n_items: z.number(), offset: z.number(), limit: z.number() }),
  summary: 'Lists the requests to the retailer: cases and changes of contracts, last updated first',
})

const CaseAttachment = z.object({
  id: z.uuid(),
  filename: z.string(),
  size_bytes: z.number(),
  /** The state of the virus scan: a waiting file can be opened later, an infected one was removed. */
  scan_state: z.optional(z.enum(['waiting', 'clean', 'infected'])),
})

/** An invoice that a case asks about, and one of its lines: the quantity, times the days, by the price is the amount. */
export const CaseInvoiceLine = z.object({
  number: z.string(),
  start_date: Day,
  end_date: Day,
  amount_total: z.number(),
  line: z.nullable(
    z.object({
      kind: z.string(),
      period: z.nullable(z.number()),
      quantity: z.string(),
      unit: z.string(),
      days: z.nullable(z.number()),
      unit_price: z.string(),
      amount: z.number(),
    }),
  ),
})
export type CaseInvoiceLine = z.output<typeof CaseInvoiceLine>

export const readRequest = call({
  method: 'GET',
  path: '/requests/:id/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    id: z.number(),
    number: z.string(),
    subject: z.string(),
    category: z.nullable(z.string()),
    state: z.enum(caseStates),
    contract: CaseContract,
    opened_at: Instant,
    answered_at: z.nullable(Instant),
    closure: z.optional(z.nullable(z.enum(caseClosures))),
    topic: z.optional(z.nullable(z.enum(caseTopics))),
    clock: z.enum(caseClocks),
    term: z.nullable(
      z.object({
        due_on: Day,
        due_at: z.optional(Instant),
        count: z.number(),
        unit: z.enum(termUnits),
        norm: z.nullable(z.string()),
        source: z.nullable(z.string()),
        recourse: z.nullable(z.enum(recourses)),
      }),
    ),
    /** Whether it stops the suspension of the supply. */
    stops_suspension: z.optional(z.boolean()),
    /** The last day on which the customer can send what is missing. */
    complete_by: z.optional(z.nullable(Day)),
    /** The call that was asked for; null if there was none. */
    call_back: z.optional(
      z.nullable(z.object({ at: Instant, phone: z.string(), state: z.enum(callBackStates), tries: z.number() })),
    ),
    /** Until when a supervisor speaks to its author, who has asked for it; null if nobody is awaited. */
    supervisor: z.optional(SupervisorCall),
    /** How its author wants the answer. */
    answer: z.optional(z.enum(answerChannels)),
    /** Whether the author is asked how satisfied they are, and what they answered. */
    is_ratable: z.optional(z.boolean()),
    rating: z.optional(z.nullable(z.number())),
    /** Whom to call in an interruption of supply; null for other cases. */
    distributor: z.optional(BreakdownContact),
    reading: z.nullable(z.object({ date: Day, unit: z.enum(['kWh', 'm3']), registers: z.array(z.number()) })),
    /** The invoice that it asks about, and the line as it was when it was asked. */
    invoice_line: z.optional(z.nullable(CaseInvoiceLine)),
    /** Whether it reports a switch that nobody asked for: accepting it puts the supply back. */
    is_unrequested_switch: z.optional(z.boolean()),
    messages: z.array(
      z.object({
        id: z.number(),
        author: z.enum(['customer', 'administrator']),
        author_name: z.nullable(z.string()),
        message: z.string(),
        written_at: Instant,
        attachments: z.array(CaseAttachment),
      }),
    ),
  }),
  summary: 'Returns a case with its messages, its attachments and its response deadline',
})
export type RequestDetails = z.output<typeof readRequest.reply>

export const writeMessage = call({
  method: 'POST',
  path: '/requests/:id/messages/',
  acceptsInlineFiles: true,
  versions: [2],
  access: 'customer',
  body: z.strictObject({
    message: Message,
    attachments: z._default(z.array(SentFile).check(z.maxLength(atMost)), []),
  }),
  reply: z.object({ id: z.number() }),
  refusals: { case_closed: 409 },
  summary: 'Adds a message to a case that is not decided',
})

export const listCallHours = call({
  method: 'GET',
  path: '/call-hours/',
  versions: [2],
  access: 'anyone',
  query: z.strictObject({ contract: z.optional(z.string().check(z.maxLength(50))) }),
  reply: z.object({ hours: z.array(Instant) }),
  summary:
    'Lists the hours at which somebody can be called back, as the instants at which they begin; for an own contract those of its place',
})

export const requestSupervisor = call({
  method: 'POST',
  path: '/requests/:id/supervisor/',
  versions: [2],
  access: 'customer',
  reply: 'nothing',
  refusals: { case_closed: 409, already_asked: 409 },
  summary: 'Asks to speak to a supervisor about a case, the same working day',
})

export const cancelCallBack = call({
  method: 'POST',
  path: '/requests/:id/call-back/cancel/',
  versions: [2],
  access: 'customer',
  reply: 'nothing',
  refusals: { no_call: 409 },
  summary: 'Calls off the call that was asked for with a case',
})

const Rating = z.strictObject({
  rating: z.int().check(z.gte(ratingLimits.min), z.lte(ratingLimits.max)),
  remark: z.optional(z.string().check(z.trim(), z.maxLength(ratingLimits.remark))),
})

export const rateCase = call({
  method: 'POST',
  path: '/requests/:id/rating/',
  versions: [2],
  access: 'customer',
  body: Rating,
  reply: 'nothing',
  refusals: { not_ratable: 409 },
  summary: 'Says how satisfied the customer is with the answer to a case, once',
})

/** A case as the reader of its mails sees it, who has no session: nothing personal. */
export const readLinkedCase = call({
  method: 'GET',
  path: '/case-links/:token/',
  versions: [2],
  access: 'anyone',
  reply: z.object({
    number: z.string(),
    opened_at: Instant,
    is_open: z.boolean(),
    /** The hour of the call that is asked for; null if there is none. */
    call_at: z.nullable(Instant),
    is_ratable: z.boolean(),
    /** The last day on which what is missing can be sent; null if nothing is. */
    complete_by: z.optional(z.nullable(Day)),
    /** Until when a supervisor speaks to its author, who has asked for it; null if nobody is awaited. */
    supervisor: z.optional(SupervisorCall),
  }),
  summary: 'Returns the number and the state of a case by the link in one of its mails',
})
export type LinkedCase = z.output<typeof readLinkedCase.reply>

export const completeLinkedCase = call({
  method: 'POST',
  path: '/case-links/:token/messages/',
  acceptsInlineFiles: true,
  versions: [2],
  access: 'anyone',
  body: z.strictObject({
    message: Message,
    attachments: z._default(z.array(SentFile).check(z.maxLength(atMost)), []),
  }),
  reply: 'nothing',
  refusals: { nothing_missing: 409 },
  summary: 'Sends what is missing in a case, by the link in one of its mails',
})

export const requestLinkedSupervisor = call({
  method: 'POST',
  path: '/case-links/:token/supervisor/',
  versions: [2],
  access: 'anyone',
  reply: 'nothing',
  refusals: { case_closed: 409, already_asked: 409 },
  summary: 'Asks to speak to a supervisor about a case, the same working day, by the link in one of its mails',
})

export const cancelLinkedCall = call({
  method: 'POST',
  path: '/case-links/:token/call-back/cancel/',
  versions: [2],
  access: 'anyone',
  reply: 'nothing',
  refusals: { no_call: 409 },
  summary: 'Calls off the call that was asked for with a case, by the link in one of its mails',
})

export const rateLinkedCase = call({
  method: 'POST',
  path: '/case-links/:token/rating/',
  versions: [2],
  access: 'anyone',
  body: Rating,
  reply: 'nothing',
  refusals: { not_ratable: 409 },
  summary: 'Says how satisfied somebody is with the answer to their case, once, by the link in one of its mails',
})
