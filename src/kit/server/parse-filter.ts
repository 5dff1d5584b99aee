import * as z from 'zod/mini'
import { type FilterCondition, type FilterFields, filterOperators, matchesFieldType, textFieldType } from '../filter.ts'
import { parseLimitedJson } from './limited-json.ts'

// A list of conditions, each with a list of values.
const filterLimits = { depth: 3, members: 0, values: 5_000 }
const Value = z.union([z.string().check(z.maxLength(200)), z.number()])
const Conditions = z
  .array(z.tuple([z.string(), z.enum(filterOperators), z.union([Value, z.array(Value).check(z.maxLength(200))])]))
  .check(z.maxLength(20))

/**
 * Parses a filter from the query string. Returns null for anything that is not a filter over these fields: another
 * field or operator, a list without `in`, `like` on a field that is not text, a value of the wrong type.
 */
export function parseFilter<Fields extends FilterFields>(
  text: string | undefined,
  fields: Fields,
): FilterCondition<keyof Fields & string>[] | null {
  if (!text) return []
  const parsed = Conditions.safeParse(readJson(text))
  if (!parsed.success) return null
  return parsed.data.every((condition) => fitsFields(condition, fields))
    ? (parsed.data as FilterCondition<keyof Fields & string>[])
    : null
}

function fitsFields([field, operator, value]: FilterCondition, fields: FilterFields): boolean {
  const kind = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (!kind || Array.isArray(value) !== (operator === 'in')) return false
  if (operator === 'like' && kind !== textFieldType) return false
  return [value].flat().every((single) => matchesFieldType(String(single), kind))
}

function readJson(text: string): unknown {
  try {
    return parseLimitedJson(text, filterLimits)
  } catch {
    return undefined
  }
}
