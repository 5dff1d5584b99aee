import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { localizedTextSchema } from '#kit/backoffice/localized-text.ts'
import { Order } from '#kit/backoffice/order.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { locales } from '#vocabulary/locale.ts'
import { caseTopics } from '../../rules.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: ['care'] } as const

/** The kinds of case types: categories of the contact form, types of claims, and their subtypes. */
const caseTypeKinds = ['category', 'type', 'subtype'] as const
/** The kinds that are listed separately; subtypes are listed with their type. */
const listedKinds = ['category', 'type'] as const
const energies = ['electricity', 'gas'] as const
const Energies = z.array(z.enum(energies)).check(z.minLength(1, 'required'), z.maxLength(2))

const CaseType = z.object({
  kind: z.enum(caseTypeKinds),
  /**
   * A number for a category, a word for the others. The code of a subtype starts with that of its type:
   * `invoice.twice`.
   */
  code: z.string(),
  name: z.string(),
  names: z.partialRecord(z.enum(locales), z.string()),
  /** The name of the type that a subtype belongs to; null for the others. */
  type_name: z.nullable(z.string()),
  order: z.number(),
  /** This and the following fields are null for a subtype, where its type determines them. */
  active: z.nullable(z.boolean()),
  energies: z.nullable(z.array(z.enum(energies))),
  /** The kind of case from which the response deadline is derived. */
  case_type: z.nullable(z.string()),
  /** What such cases are about, which decides the deadline too; null for a subtype that takes it from its type. */
  topic: z.nullable(z.enum(caseTopics)),
  /** Set for categories only. */
  for_anyone: z.nullable(z.boolean()),
  version: z.string(),
})
export type CaseType = z.output<typeof CaseType>

const CaseTypeInput = z.strictObject({
  names: localizedTextSchema(120),
  order: Order,
  active: z.boolean(),
  energies: Energies,
  case_type: z.string().check(z.regex(/^\w{1,40}$/, 'invalid_value')),
  topic: z._default(z.nullable(z.enum(caseTopics)), null),
  for_anyone: z.boolean(),
})
export type CaseTypeInput = z.output<typeof CaseTypeInput>

const code = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'code_invalid'))

export const listCaseTypes = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/case-types',
  query: z.strictObject({ ...listQuery, kind: z._default(z.enum(listedKinds), 'category') }),
  reply: z.object({
    items: z.array(CaseType),
    total: z.number(),
    /** The highest order in use, or 0 if there are none. */
    last_order: z.number(),
    case_types: z.array(z.string()),
  }),
  summary:
    'Lists the categories of cases, or the types with their subtypes, in the order in which they are offered, and the kinds of response deadlines',
})

export const addCaseType = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/case-types',
  body: z.strictObject({
    ...CaseTypeInput.shape,
    kind: z.enum(caseTypeKinds),
    /** Set for types and subtypes only; categories are numbered. */
    code: z.optional(code),
    /** The type that a subtype belongs to. */
    type: z.optional(code),
  }),
  reply: z.object({ code: z.string() }),
  refusals: { invalid: 400, code_taken: 409 },
  summary: 'Adds a category, a type or a subtype',
})

export const saveCaseType = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/case-types/:kind/:code',
  body: z.extend(CaseTypeInput, { version: ExpectedVersion }),
  reply: 'nothing',
  refusals: { invalid: 400 },
  summary: 'Changes the name, the position and the audience of a category, type or subtype',
})
