/** The address by which a telephone calls a number as people write it: `900 000 000`. */
export function telAddress(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
