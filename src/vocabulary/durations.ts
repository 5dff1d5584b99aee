export const msPerHour = 3_600_000
/** A day of 24 hours. A market day may have 23 or 25: `addDays` counts those. */
export const msPerDay = 24 * msPerHour
export const secondsPerDay = 86_400
