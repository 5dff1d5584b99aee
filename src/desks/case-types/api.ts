import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { Order } from '#desks/common/order.ts'
import { wordsUpTo } from '#desks/common/words.ts'
import { call } from '#kit/call.ts'
import { locales } from '#kit/locale.ts'
import { SeenVersion } from '#kit/seen-version.ts'

const operators = { versions: [1], access: 'operator', roles: ['care'] } as const

/** What cases are about: categories of the contact form, types of claims, and what these are parted into. */
const caseTypeKinds = ['category', 'type', 'subtype'] as const
/** What is listed together: a type with what it is parted into. */
const listedKinds = ['category', 'type'] as const
const energies = ['electricity', 'gas'] as const
const Energies = z.array(z.enum(energies)).check(z.minLength(1, 'required'), z.maxLength(2))

const CaseType = z.object({
  kind: z.enum(caseTypeKinds),
  /** A category has a number, the others a word; that of a subtype begins with its type's: `invoice.twice`. */
  code: z.string(),
  name: z.string(),
  names: z.partialRecord(z.enum(locales), z.string()),
  /** The name of the type that a subtype is of; null for the others. */
  type_name: z.nullable(z.string()),
  order: z.number(),
  /** What of a subtype its type says is null. */
  active: z.nullable(z.boolean()),
  energies: z.nullable(z.array(z.enum(energies))),
  /** By which it is known until when such a case is to be answered. */
  case_type: z.nullable(z.string()),
  /** Of a category alone. */
  for_anyone: z.nullable(z.boolean()),
  version: z.string(),
})
export type CaseType = z.output<typeof CaseType>

const Wanted = z.strictObject({
  names: wordsUpTo(120),
  order: Order,
  active: z.boolean(),
  energies: Energies,
  case_type: z.string().check(z.regex(/^\w{1,40}$/, 'invalid_value')),
  for_anyone: z.boolean(),
})
export type WantedCaseType = z.output<typeof Wanted>

const code = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'code_invalid'))

export const listCaseTypes = call({
  ...operators,
  method: 'GET',
  path: '/operator/case-types',
  query: z.strictObject({ ...listQuery, kind: z._default(z.enum(listedKinds), 'category') }),
  reply: z.object({
    items: z.array(CaseType),
    total: z.number(),
    /** The highest order that any of them has, 0 where there are none. */
    last_order: z.number(),
    case_types: z.array(z.string()),
  }),
  summary:
    'Categories of cases, or types with their subtypes, in the order in which they are offered, and the kinds of terms there are',
})

export const addCaseType = call({
  ...operators,
  method: 'POST',
  path: '/operator/case-types',
  body: z.strictObject({
    ...Wanted.shape,
    kind: z.enum(caseTypeKinds),
    /** Of a type or subtype; categories are numbered. */
    code: z.optional(code),
    /** The type that a subtype is of. */
    type: z.optional(code),
  }),
  reply: z.object({ code: z.string() }),
  refusals: { invalid: 400, code_taken: 409 },
  summary: 'Adds a category, a type or a subtype',
})

export const saveCaseType = call({
  ...operators,
  method: 'POST',
  path: '/operator/case-types/:kind/:code',
  body: z.extend(Wanted, { version: SeenVersion }),
  reply: 'nothing',
  refusals: { invalid: 400 },
  summary: 'Changes what a category, type or subtype is called, where it stands and for whom it is offered',
})
