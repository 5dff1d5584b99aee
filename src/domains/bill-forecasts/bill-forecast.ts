/** What the amounts of a bill to come leave out. */
export const leftOutReasons = ['wallet', 'chosen_hours'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Why a bill is not forecast. */
export const noForecastReasons = ['too_few_days', 'price_unknown'] as const
export type NoForecastReason = (typeof noForecastReasons)[number]
