import * as z from 'zod/mini'

/** The sort position of an item; lower numbers come first. */
export const Order = z.int('order_invalid').check(z.minimum(0, 'order_invalid'), z.maximum(9_999, 'order_invalid'))

/** Reads a sort position from a form. Returns a value that every call rejects if the input is not a number. */
export function readOrder(formData: FormData, name: string): number {
  const text = String(formData.get(name) ?? '').trim()
  return /^\d+$/.test(text) ? Number(text) : -1
}
