import { maskedIban } from '#vocabulary/iban.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'

/** A reply of the other server with its bank accounts as they are recognised, however that server prints them. */
export function maskAccounts(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(maskAccounts)
  if (typeof reply !== 'object' || reply === null) return reply
  return Object.fromEntries(
    Object.entries(reply).map(([name, value]) => [
      name,
      name === 'printable_iban' && typeof value === 'string' ? maskPrinted(value) : maskAccounts(value),
    ]),
  )
}

// Some print the word before the number.
function maskPrinted(text: string): string {
  return maskedIban(compactIdentifier(text).replace(/^IBAN/, ''))
}
