import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { readRequest } from '#domains/support/api.ts'
import { answerStates, caseStates, requestLimits } from '#domains/support/rules.ts'
import { fileRefusals, SentFile } from '#domains/uploads/api.ts'
import { call } from '#kit/call.ts'
import { SeenVersion } from '#kit/seen-version.ts'
import { caseFilters, categoryPattern } from './rules.ts'

/** What only operators read, and what only they do. */
const read = { method: 'GET', versions: [1], access: 'operator', roles: ['care'] } as const
const act = { method: 'POST', versions: [1], access: 'operator', roles: ['care'] } as const

const Named = z.object({ id: z.number(), name: z.string() })

const ListedCase = z.object({
  id: z.number(),
  number: z.string(),
  subject: z.string(),
  category: z.nullable(z.string()),
  state: z.enum(caseStates),
  /** Whose contract it is about; null for whoever wrote without a session, who has a mail address only. */
  customer: z.nullable(Named),
  email: z.nullable(z.string()),
  opened_at: z.string(),
  due_on: z.nullable(z.string()),
  clock: z.enum(['running', 'late', 'answered', 'stopped']),
  assignee: z.nullable(Named),
})
export type ListedCase = z.output<typeof ListedCase>

export const listCases = call({
  ...read,
  path: '/operator/cases',
  personalData: true,
  query: z.strictObject({
    q: listQuery.q,
    state: z._default(z.enum(caseFilters), 'open'),
    category: z.optional(z.string().check(z.regex(categoryPattern))),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedCase), total: z.number() }),
  summary: 'Cases of all customers, those that are late first',
})

export const readCaseChoices = call({
  ...read,
  path: '/operator/case-choices',
  reply: z.object({
    categories: z.array(z.object({ code: z.string(), name: z.string() })),
    operators: z.array(Named),
  }),
  summary: 'What cases are about, and who can look after them',
})

export const readCase = call({
  ...read,
  path: '/operator/cases/:id',
  personalData: true,
  reply: z.extend(readRequest.reply, {
    clock: ListedCase.shape.clock,
    customer: z.nullable(z.object({ id: z.number(), name: z.string(), tax_id: z.string() })),
    contact: z.nullable(z.object({ email: z.string(), mobile: z.string() })),
    assignee: z.nullable(Named),
    version: z.string(),
  }),
  summary: 'A case with its messages, its holder, its contract and who looks after it',
})
export type ReadCase = z.output<typeof readCase.reply>

export const answerCustomer = call({
  ...act,
  path: '/operator/cases/:id/answer',
  takesInlineFiles: true,
  body: z.strictObject({
    message: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(requestLimits.message)),
    state: z.enum(answerStates),
    version: SeenVersion,
    attachments: z._default(z.array(SentFile).check(z.maxLength(requestLimits.attachments.atMost)), []),
  }),
  reply: z.object({ id: z.number() }),
  refusals: { case_closed: 409, invalid: 400 },
  summary: 'Answers a case and says how it stands from now on; whoever wrote is told by mail',
})

export const uploadCaseFile = call({
  ...act,
  path: '/operator/uploads',
  takesFile: true,
  reply: z.object({ id: z.uuid() }),
  refusals: fileRefusals,
  summary: 'Takes in an image or a PDF, to be sent along with an answer within a day',
})

export const assignCase = call({
  ...act,
  path: '/operator/cases/:id/assignee',
  body: z.strictObject({
    operator_id: z.nullable(z.int32().check(z.positive())),
    /** Of who looks after it and how it stands. */
    version: SeenVersion,
  }),
  reply: 'nothing',
  refusals: { case_closed: 409, invalid: 400 },
  summary: 'Gives a case to an operator, or to nobody; a new one is being processed from then on',
})
