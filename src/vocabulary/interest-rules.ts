/** The days of a year by which interest is counted: always 365, or those of the calendar year. */
export const interestYears = ['365', 'calendar'] as const
/** What interest is counted from: the payment of the bill with the error, or its day of issue. */
export const interestStarts = ['payment', 'issue'] as const

/** What the decree does not say of the interest, and the retailer decides. */
export type InterestRules = { year: (typeof interestYears)[number]; from: (typeof interestStarts)[number] }
