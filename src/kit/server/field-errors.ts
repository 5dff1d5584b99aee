import type { FieldErrors } from '../refusal.ts'

type Issue = {
  code: string
  path: PropertyKey[]
  message: string
  input?: unknown
  /** The type with the length or size: `string`, `array`, `number`. */
  origin?: string
  maximum?: number | bigint
  minimum?: number | bigint
  keys?: string[]
  /** For a value with several allowed shapes: the issues of each shape. */
  errors?: Issue[][]
}

/**
 * Returns the errors of each field as codes. A message that a schema sets on purpose (a word in snake_case) is the code
 * itself; otherwise the code is the kind of problem. Fields of nested objects are written `address.city`. For a value
 * with several allowed shapes, the errors are those of the nearest one.
 */
export function fieldErrorsOf(issues: readonly unknown[]): FieldErrors {
  // A member may be called `constructor` or `toString`, which every object inherits.
  const errors = new Map<string, string[]>()
  for (const issue of (issues as Issue[]).flatMap(ofNearestShape)) {
    const fields = issue.keys?.length ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of fields) {
      const field = path.map(String).join('.') || 'body'
      errors.set(field, [...(errors.get(field) ?? []), issueCodeOf(issue)])
    }
  }
  return Object.fromEntries(errors)
}

function ofNearestShape(issue: Issue): Issue[] {
  const shapes = issue.errors?.filter((errors) => errors.length > 0) ?? []
  const nearest = shapes.sort((a, b) => a.length - b.length)[0]
  if (!nearest) return [issue]
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(ofNearestShape)
}

const limitCodes = new Map([
  ['too_big', 'too_high'],
  ['too_small', 'too_low'],
])
const codesWithLimit = [...limitCodes.values(), 'too_long', 'too_short', 'too_many', 'too_few', 'too_many_files']

/** Returns the code of an issue. The code of a limit carries its figure after a colon: `too_long:200`. */
function issueCodeOf(issue: Issue): string {
  const code = baseCodeOf(issue)
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum
  return limit !== undefined && codesWithLimit.includes(code) ? `${code}:${limit}` : code
}

function baseCodeOf(issue: Issue): string {
  if (/^[a-z]+(_[a-z0-9]+)+$|^required$/.test(issue.message)) return issue.message
  if (issue.code === 'unrecognized_keys') return 'unknown_field'
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) return 'required'
  if (issue.origin !== 'string' && issue.origin !== 'array') return limitCodes.get(issue.code) ?? 'invalid_value'
  if (issue.code === 'too_small' && Number(issue.minimum) === 1) return 'required'
  if (issue.code === 'too_big') return issue.origin === 'array' ? 'too_many' : 'too_long'
  if (issue.code === 'too_small') return issue.origin === 'array' ? 'too_few' : 'too_short'
  return 'invalid_value'
}
