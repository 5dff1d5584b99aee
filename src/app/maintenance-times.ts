/** From when to when the retailer works on the portal, ISO instants, as a refusal says it; null for what it does not say. */
export type MaintenancePeriod = { start: string | null; end: string | null }

/** The times in the members of a refusal. */
export function maintenanceTimes(extra: Record<string, unknown> | undefined): MaintenancePeriod {
  const { start, end } = (extra?.maintenance ?? {}) as Partial<Record<keyof MaintenancePeriod, unknown>>
  return { start: instantOf(start), end: instantOf(end) }
}

function instantOf(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
}
