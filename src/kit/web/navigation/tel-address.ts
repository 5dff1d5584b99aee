/** Returns the tel: address of a phone number as people write it: `900 000 000`. */
export function telAddress(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
