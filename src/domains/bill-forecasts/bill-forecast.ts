/** What the amounts of a bill to come leave out. */
export const leftOutReasons = ['wallet', 'chosen_hours'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Why there is no bill to come: no curve, nothing that is not billed yet, or a price that is not known. */
export const noBillReasons = ['no_curve', 'nothing_to_bill', 'price_unknown'] as const
export type NoBillReason = (typeof noBillReasons)[number]

/** Why a bill is not forecast: too few measured days, an unknown price, or of gas no year before or no reading for months. */
export const noForecastReasons = ['too_few_days', 'price_unknown', 'no_year_before', 'readings_too_old'] as const
export type NoForecastReason = (typeof noForecastReasons)[number]

/** What a forecast is made from. */
export const forecastBases = ['hours', 'hours_and_market', 'readings'] as const
