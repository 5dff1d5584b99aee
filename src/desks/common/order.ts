import * as z from 'zod/mini'

/** Where something stands among others, lower numbers first. */
export const Order = z.int('order_invalid').check(z.minimum(0, 'order_invalid'), z.maximum(9_999, 'order_invalid'))

/** A place as it is typed; what is none is nothing that a call takes. */
export function orderIn(typed: FormData, name: string): number {
  const text = String(typed.get(name) ?? '').trim()
  return /^\d+$/.test(text) ? Number(text) : -1
}
