import { LeadContact } from '../lead-contact.ts'

/**
 * Parses the details to be sent. Returns the codes of their problems by field otherwise: one each, by the rules of the
 * server.
 */
export function parseLeadContact(input: unknown): { contact: LeadContact } | { problems: Record<string, string> } {
  const parsed = LeadContact.safeParse(input)
  if (parsed.success) return { contact: parsed.data }
  return {
    problems: Object.fromEntries(
      // Keeps the first problem of each field.
      parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
    ),
  }
}
