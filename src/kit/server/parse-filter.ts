import * as z from 'zod/mini'
import { type FilterFields, type FilterTriple, filterOperators, isOfKind, textKind } from '../filter.ts'
import { parseLimitedJson } from './limited-json.ts'

// A list of conditions, each with a list of values.
const filterLimits = { depth: 3, members: 0, values: 5_000 }
const Value = z.union([z.string().check(z.maxLength(200)), z.number()])
const Triples = z
  .array(z.tuple([z.string(), z.enum(filterOperators), z.union([Value, z.array(Value).check(z.maxLength(200))])]))
  .check(z.maxLength(20))

/**
 * The conditions of a filter as it stands in the address, or null when it is no filter over these fields: another field or
 * operator, a list without `in`, `like` on something else than text, a value of another kind.
 */
export function parseFilter<Fields extends FilterFields>(
  text: string | undefined,
  fields: Fields,
): FilterTriple<keyof Fields & string>[] | null {
  if (!text) return []
  const parsed = Triples.safeParse(readJson(text))
  if (!parsed.success) return null
  return parsed.data.every((triple) => isOverFields(triple, fields))
    ? (parsed.data as FilterTriple<keyof Fields & string>[])
    : null
}

function isOverFields([field, operator, value]: FilterTriple, fields: FilterFields): boolean {
  const kind = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (!kind || Array.isArray(value) !== (operator === 'in')) return false
  if (operator === 'like' && kind !== textKind) return false
  return [value].flat().every((single) => isOfKind(String(single), kind))
}

function readJson(text: string): unknown {
  try {
    return parseLimitedJson(text, filterLimits)
  } catch {
    return undefined
  }
}
