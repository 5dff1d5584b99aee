/**
 * Whether tests go through their whole tables (EXHAUSTIVE=on, as CI does once) or through a sample that catches most
 * mistakes in seconds.
 */
export const isExhaustive = process.env.EXHAUSTIVE === 'on'
