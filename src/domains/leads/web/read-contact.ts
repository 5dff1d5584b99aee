import { LeadContact } from '../lead-contact.ts'

/** The details as they are sent, or codes of what is wrong with them, by field: one each, by the rules of the server. */
export function readContact(typed: unknown): { contact: LeadContact } | { problems: Record<string, string> } {
  const read = LeadContact.safeParse(typed)
  if (read.success) return { contact: read.data }
  return {
    problems: Object.fromEntries(
      // The first of a field stays.
      read.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
    ),
  }
}
