import { LeadContact } from '../rules.ts'

/** Codes of what is wrong with the details, by field: one each, by the rules of the server. */
export function leadProblems(contact: unknown): Record<string, string> {
  const checked = LeadContact.safeParse(contact)
  if (checked.success) return {}
  return Object.fromEntries(
    // The first of a field stays.
    checked.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  )
}
