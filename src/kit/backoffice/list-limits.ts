/** The rows of a list are counted up to this number: counting more would read much of a large table for each page. */
export const maxCountedRows = 10_000

/** So many rows are found by each condition of a search by words; a longer text narrows it. */
export const maxSearchMatches = 1_000

/** So many customers, the best matches, are found by a search in a list of rows that belong to customers. */
export const maxMatchingCustomers = 100
