import type { Cups } from './cups.ts'

/** Splits a CUPS into its groups for reading: ES 0021 0000 0000 0000 AB 0F. */
export function splitCups(cups: Cups): string[] {
  return cups.match(/^ES|\d{4}|[A-Z]{2}|../g)!
}

/** Splits the code of a self-consumption (CAU), a CUPS with A and three digits, into its groups for reading. */
export function splitCau(cau: string): string[] {
  return [...splitCups(cau.slice(0, -4)), cau.slice(-4)]
}
