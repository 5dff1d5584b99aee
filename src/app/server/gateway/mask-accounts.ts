import { maskIban } from '#vocabulary/iban-display.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'

/** Masks the bank accounts in an upstream reply, in whatever format that server prints them. */
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
  return maskIban(compactIdentifier(text).replace(/^IBAN/, ''))
}
