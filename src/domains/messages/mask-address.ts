import { maskEmail, maskPhone } from '#vocabulary/mask-contact.ts'

/** Masks an e-mail address or phone number. */
export function maskAddress(address: string): string {
  return address.includes('@') ? maskEmail(address) : maskPhone(address)
}
