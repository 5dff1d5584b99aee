import type { FieldErrors } from '#kit/refusal.ts'
import { Refused } from '#kit/refusal.ts'
import type { FilesProblem } from './open-case.ts'

/** Refuses a body whose fields are wrong in a way that only the database knows. */
export function invalidFields(fields: FieldErrors, extra?: Record<string, unknown>): Refused {
  return new Refused('invalid', 400, { fields, extra })
}

/** Returns what was done, or refuses the field of the files that could not be taken. */
export function throwFieldError<T extends number | object>(outcome: T | FilesProblem, field: string): T {
  if (typeof outcome === 'string') throw invalidFields({ [field]: [outcome] })
  return outcome
}
