import type * as z from 'zod'
import { type RejectionReason, rejectionReason, rejectionReasonNames } from './rejection-reasons.ts'

/**
 * A problem of an imported object: the path of the member (`lines[3].quantity`, empty for the object as a whole) and
 * the reason.
 */
type ParseProblem = { path: string; reason: RejectionReason }

/** Parses an object sent by another system with the schema of its type. */
export function parseImported<Item>(
  schema: z.ZodType<Item>,
  value: unknown,
): { item: Item } | { problems: ParseProblem[] } {
  const parsed = schema.safeParse(value, { error: reportMissing })
  if (parsed.success) return { item: parsed.data }
  return { problems: parsed.error.issues.map((issue) => ({ path: pathOf(issue.path), reason: reasonOf(issue) })) }
}

/** Returns `contracts[3].payer.taxId`; empty for the object as a whole. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}

// Only here is it known whether there was any value at all.
function reportMissing(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.input === undefined ? rejectionReason('missing').name : undefined
}

/** A schema's own checks report the name of a reason as their message. */
function reasonOf(issue: z.core.$ZodIssue): RejectionReason {
  const own = rejectionReasonNames.find((name) => name === issue.message)
  if (own) return rejectionReason(own, 'params' in issue ? (issue.params as RejectionReason['values']) : undefined)
  switch (issue.code) {
    case 'invalid_type':
      return rejectionReason('wrong_type', { expected: issue.expected })
    case 'unrecognized_keys':
      return rejectionReason('unknown_member', { names: issue.keys.join(', ') })
    case 'too_small':
      return rejectionReason('too_small', { of: issue.origin, least: Number(issue.minimum) })
    case 'too_big':
      return rejectionReason('too_large', { of: issue.origin, most: Number(issue.maximum) })
    case 'invalid_format':
      return rejectionReason('wrong_format', { format: issue.format })
    case 'invalid_value':
      return notAmongReason(issue.values)
    case 'invalid_union':
      // In a discriminated union, one of the members identifies the shape.
      return 'options' in issue && issue.options ? notAmongReason(issue.options) : rejectionReason('senseless')
    default:
      return rejectionReason('senseless')
  }
}

function notAmongReason(values: readonly unknown[]): RejectionReason {
  return rejectionReason('not_among', { values: values.map(String).join(', ') })
}
