import * as z from 'zod/mini'
import { caseStopReasons } from '#domains/contract-records/rules.ts'
import { documentFormats } from '#domains/customers/document-formats.ts'
import { fileRefusals, SentFile } from '#domains/uploads/api.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { locales } from '#vocabulary/locale.ts'
import { readRequest } from '../../api.ts'
import { callOutcomes } from '../../call-back-rules.ts'
import {
  answerChannels,
  answerStates,
  caseClocks,
  caseClosures,
  caseStates,
  receiptMedia,
  requestLimits,
} from '../../rules.ts'
import { caseQuery } from './downloads.ts'
import { bulkActs, bulkProblems, maxBulkCount } from './rules.ts'

/** Access of calls that read; only operators may use them. */
const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['care'] } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: ['care'] } as const

const ListedCase = z.object({
  id: z.number(),
  number: z.string(),
  subject: z.string(),
  category: z.nullable(z.string()),
  state: z.enum(caseStates),
  /** The holder of the contract; null for a case opened without a session, which has only an e-mail address. */
  customer: z.nullable(NamedRef),
  email: z.nullable(z.string()),
  opened_at: z.string(),
  closure: z.optional(z.nullable(z.enum(caseClosures))),
  due_on: z.nullable(z.string()),
  /** The end of a deadline of hours. */
  due_at: z.optional(z.nullable(z.string())),
  clock: z.enum(caseClocks),
  assignee: z.nullable(NamedRef),
  /** When its author wants to be called. */
  call_at: z.optional(z.nullable(z.string())),
  /** The day until which a supervisor speaks to its author, who has asked for it. */
  supervisor_due_on: z.optional(z.nullable(z.string())),
})
export type ListedCase = z.output<typeof ListedCase>

export const listCases = call({
  ...readAccess,
  path: '/operator/cases',
  personalData: true,
  query: z.strictObject({
    ...caseQuery,
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedCase), total: z.number() }),
  summary: 'Lists the cases of all customers, those that ask for a supervisor first, then by their deadline',
})

export const actOnCases = call({
  ...writeAccess,
  path: '/operator/case-acts',
  body: z.strictObject({
    act: z.enum(bulkActs),
    ids: z.array(z.int().check(z.positive())).check(z.minLength(1, 'required'), z.maxLength(maxBulkCount)),
    /** To whom they are assigned; without it to who asks. */
    operator_id: z.optional(z.int().check(z.positive())),
  }),
  reply: z.object({
    changed: z.number(),
    /** Why the act did not apply to the others, each reason once. */
    problems: z.array(z.enum(bulkProblems)),
  }),
  refusals: { invalid: 400 },
  summary: 'Assigns several cases, or closes those that were answered',
})

export const readCaseChoices = call({
  ...readAccess,
  path: '/operator/case-choices',
  reply: z.object({
    categories: z.array(z.object({ code: z.string(), name: z.string() })),
    operators: z.array(NamedRef),
  }),
  summary: 'Lists the categories of cases and their possible assignees',
})

export const readCase = call({
  ...readAccess,
  path: '/operator/cases/:id',
  personalData: true,
  reply: z.extend(readRequest.reply, {
    customer: z.nullable(z.object({ id: z.number(), name: z.string(), tax_id: z.string() })),
    contact: z.nullable(z.object({ email: z.string(), mobile: z.string() })),
    assignee: z.nullable(NamedRef),
    language: z.enum(locales),
    receipt: z.enum(receiptMedia),
    receipt_posted_at: z.nullable(z.string()),
    answer: z.enum(answerChannels),
    /** When the last answer was sent by letter. */
    answer_posted_at: z.nullable(z.string()),
    /** The formats that its author needs. */
    formats: z.array(z.enum(documentFormats)),
    /** The phone on which an answer is told, if it is to be. */
    call_phone: z.nullable(z.string()),
    rating_remark: z.nullable(z.string()),
    suspension_stops: z.array(z.enum(caseStopReasons)),
    version: z.string(),
  }),
  summary: 'Returns a case with its messages, its holder, its contract and its assignee',
})
export type CaseDetails = z.output<typeof readCase.reply>

const AnswerLine = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(500))

export const answerCustomer = call({
  ...writeAccess,
  path: '/operator/cases/:id/answer',
  acceptsInlineFiles: true,
  body: z.strictObject({
    message: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(requestLimits.message)),
    state: z.enum(answerStates),
    /** Why it is refused, point by point: a refusal is not sent without. */
    reasons: z._default(z.array(z.strictObject({ point: AnswerLine, reason: AnswerLine })).check(z.maxLength(20)), []),
    /** What an interruption of supply is due to, and when the supply is expected back. */
    outage: z.optional(z.strictObject({ cause: AnswerLine, restoration: AnswerLine })),
    /** Whether the answer is told in a call at the next free hour. */
    call: z._default(z.boolean(), false),
    version: ExpectedVersion,
    attachments: z._default(z.array(SentFile).check(z.maxLength(requestLimits.attachments.atMost)), []),
  }),
  reply: z.object({ id: z.number() }),
  refusals: { case_closed: 409, no_hour: 409, invalid: 400 },
  summary: 'Replies to a case and sets its state; its author is notified by e-mail',
})

export const uploadCaseFile = call({
  ...writeAccess,
  path: '/operator/uploads',
  acceptsFile: true,
  reply: z.object({ id: z.uuid() }),
  refusals: fileRefusals,
  summary: 'Uploads an image or a PDF, to be attached to a reply within a day',
})

export const assignCase = call({
  ...writeAccess,
  path: '/operator/cases/:id/assignee',
  body: z.strictObject({
    operator_id: z.nullable(z.int().check(z.positive())),
    /** Version of the case's assignee and state. */
    version: ExpectedVersion,
  }),
  reply: 'nothing',
  refusals: { case_closed: 409, invalid: 400 },
  summary: 'Assigns a case to an operator, or unassigns it; a new case is in progress from then on',
})

export const setSuspensionStop = call({
  ...writeAccess,
  path: '/operator/cases/:id/suspension-stop',
  body: z.strictObject({ reason: z.enum(caseStopReasons), stopped: z.boolean() }),
  reply: 'nothing',
  refusals: { no_contract: 409 },
  summary:
    'Notes that a complaint, or a body out of court that has it, stops the suspension of the supply, or no longer',
})

export const recordCall = call({
  ...writeAccess,
  path: '/operator/cases/:id/call-back',
  body: z.strictObject({ outcome: z.enum(callOutcomes) }),
  reply: 'nothing',
  refusals: { no_call: 409, no_hour: 409 },
  summary: 'Notes how the call went that a customer asked for, or puts it off to the next free hour',
})

export const noteSupervisorCall = call({
  ...writeAccess,
  path: '/operator/cases/:id/supervisor-call',
  reply: 'nothing',
  refusals: { not_asked: 409 },
  summary: 'Notes that a supervisor has spoken to the author of a case, who had asked for it',
})

export const markReceiptPosted = call({
  ...writeAccess,
  path: '/operator/cases/:id/receipt-posted',
  reply: 'nothing',
  summary: 'Notes that the receipt of a case was sent by letter',
})

export const markAnswerPosted = call({
  ...writeAccess,
  path: '/operator/cases/:id/answer-posted',
  reply: 'nothing',
  refusals: { no_letter: 409 },
  summary: 'Notes that the last answer to a case was sent by letter',
})

export const reopenCase = call({
  ...writeAccess,
  path: '/operator/cases/:id/reopen',
  reply: 'nothing',
  refusals: { case_open: 409 },
  summary: 'Opens a closed case again, with a new deadline',
})
