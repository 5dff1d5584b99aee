/** How long replies are cached, in minutes; towns and streets rarely change. */
export const geoMinutes = 30
