import type * as z from 'zod'
import { because, type ToldReason, toldReasonNames } from './told-reasons.ts'

/** What of an object makes no sense, by its member (`lines[3].quantity`, of the object as a whole nothing), and why. */
type Wrong = { path: string; reason: ToldReason }

/** Reads an object that another system tells, by the schema of what it is. */
export function readTold<Item>(schema: z.ZodType<Item>, told: unknown): { item: Item } | { wrong: Wrong[] } {
  const parsed = schema.safeParse(told, { error: sayMissing })
  if (parsed.success) return { item: parsed.data }
  return { wrong: parsed.error.issues.map((issue) => ({ path: pathOf(issue.path), reason: reasonOf(issue) })) }
}

/** `contracts[3].payer.taxId`; of an object as a whole, nothing. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}

// Only here is it known whether there was anything at all.
function sayMissing(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.input === undefined ? because('missing').name : undefined
}

/** What a schema says of its own it says by the name of a reason, as its message. */
function reasonOf(issue: z.core.$ZodIssue): ToldReason {
  const own = toldReasonNames.find((name) => name === issue.message)
  if (own) return because(own, 'params' in issue ? (issue.params as ToldReason['values']) : undefined)
  switch (issue.code) {
    case 'invalid_type':
      return because('wrong_type', { expected: issue.expected })
    case 'unrecognized_keys':
      return because('unknown_member', { names: issue.keys.join(', ') })
    case 'too_small':
      return because('too_small', { of: issue.origin, least: Number(issue.minimum) })
    case 'too_big':
      return because('too_large', { of: issue.origin, most: Number(issue.maximum) })
    case 'invalid_format':
      return because('wrong_format', { format: issue.format })
    case 'invalid_value':
      return amongReason(issue.values)
    case 'invalid_union':
      // Which of several shapes is meant, one of the members tells.
      return 'options' in issue && issue.options ? amongReason(issue.options) : because('senseless')
    default:
      return because('senseless')
  }
}

function amongReason(values: readonly unknown[]): ToldReason {
  return because('not_among', { values: values.map(String).join(', ') })
}
