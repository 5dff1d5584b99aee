/** Towns and streets change so seldom that answers are kept this long. */
export const geoMinutes = 30
