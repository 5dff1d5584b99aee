// Separate from the calls, because the page names its filters before it needs to parse any reply.

/** The filters of the list by what operators have to do: letters to post, or notices that were not sent or were late. */
export const progressFilters = ['to_post', 'not_sent'] as const
