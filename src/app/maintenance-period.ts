/** Start and end of the maintenance, ISO instants, as in the refusal. Null for what it does not state. */
export type MaintenancePeriod = { start: string | null; end: string | null }

/** Parses the maintenance period from the extra fields of a refusal. */
export function maintenancePeriodIn(extra: Record<string, unknown> | undefined): MaintenancePeriod {
  const { start, end } = (extra?.maintenance ?? {}) as Partial<Record<keyof MaintenancePeriod, unknown>>
  return { start: instantOf(start), end: instantOf(end) }
}

function instantOf(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
}
