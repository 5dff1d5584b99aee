import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import type { Schema } from '#kit/call.ts'

/** The subset of JSON schema used by calls. */
type JsonSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

/**
 * Values that break programs: limits of number types, bytes that text columns reject, names that JavaScript defines,
 * and similar.
 */
const edgeCaseValues = [
  null,
  true,
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  '2147483648',
  '99999999999999999999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '👩‍👩‍👧‍👦',
  "' or 1=1 --",
  '%',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '0000-00-00',
  '2026-02-30',
  '+999999-12-31',
  'x'.repeat(5000),
  '{}',
  '[]',
  [],
  [null],
  [[[]]],
  {},
  { id: 1 },
  { $gt: '' },
] as const

/** One of those values, or any other JSON. */
export const junk: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...edgeCaseValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** One of them as it appears in a URL. */
export const junkText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...edgeCaseValues.filter((value) => typeof value === 'string')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
)

/**
 * Generates bodies or queries that a schema accepts, except for rules that JSON Schema cannot express; `knownValues`
 * are used by member name.
 */
export function validInputFor(schema: Schema, knownValues: Record<string, unknown> = {}): Arbitrary<unknown> {
  return ofSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, knownValues)
}

/**
 * Generates the same with one error: a member with another value, one too many, one missing, or something else
 * entirely.
 */
export function almostValidInputFor(schema: Schema, knownValues: Record<string, unknown> = {}): Arbitrary<unknown> {
  return fc
    .tuple(validInputFor(schema, knownValues), fc.nat(), fc.constantFrom('other', 'more', 'less'), junk)
    .map(corruptInput)
}

function corruptInput([value, index, how, other]: [unknown, number, string, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return other
  const names = Object.keys(value)
  const name = names[index % Math.max(1, names.length)]
  if (how === 'more' || name === undefined) return { ...value, unasked: other }
  if (how === 'less') return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
  const inner = (value as Record<string, unknown>)[name]
  const spoilt = typeof inner === 'object' && inner !== null ? corruptInput([inner, index >> 2, 'other', other]) : other
  return Array.isArray(value)
    ? value.map((each, at) => (String(at) === name ? spoilt : each))
    : { ...value, [name]: spoilt }
}

function ofSchema(schema: JsonSchema, knownValues: Record<string, unknown>): Arbitrary<unknown> {
  const shapes = schema.anyOf ?? schema.oneOf
  if (shapes) return fc.oneof(...shapes.map((shape) => ofSchema(shape, knownValues)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return ofObject(schema, knownValues)
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 3 } = schema
      return fc.array(ofSchema(items, knownValues), {
        minLength,
        maxLength: Math.max(minLength, Math.min(maxItems, 3)),
      })
    }
    case 'string':
      return ofText(schema)
    case 'integer':
    case 'number':
      return ofNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return junk
  }
}

function ofObject({ properties = {}, required = [] }: JsonSchema, knownValues: Record<string, unknown>) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const arbitrary = ofSchema(schema, knownValues)
    return [
      name,
      name in knownValues
        ? fc.oneof({ weight: 3, arbitrary: fc.constant(knownValues[name]) }, { weight: 1, arbitrary })
        : arbitrary,
    ] as const
  })
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true })
}

function ofText({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid()
    case 'email':
      return fc.emailAddress()
    case 'date':
      return fc.integer({ min: -80_000, max: 80_000 }).map((day) => new Date(day * 864e5).toISOString().slice(0, 10))
    case 'base64':
      return fc.base64String({ minLength: 4, maxLength: 200 })
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength })
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
}

function ofNumber({ type, minimum, exclusiveMinimum, maximum }: JsonSchema): Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum ?? -1
  const max = maximum ?? Number.MAX_SAFE_INTEGER
  const whole = fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.max(min, Math.min(max, 40)) }),
    fc.integer({ min: Math.ceil(min), max }),
  )
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }))
}
