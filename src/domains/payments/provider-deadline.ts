/** The deadline of calls that wait for a payment provider, which may take 20 s to answer. */
export const providerDeadlineSeconds = 25
