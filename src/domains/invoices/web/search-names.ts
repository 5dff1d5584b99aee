// Apart from what reads them: every page of the portal knows these names, and none carries more of the list than that.

/** What a list is filtered by, as its address says. */
export const filterNames = ['contractName', 'cups', 'address', 'vat', 'status', 'from', 'to', 'least', 'most'] as const
export type FilterName = (typeof filterNames)[number]

/** The names that the page keeps from its address. */
export const searchNames = [
  'contractType',
  'offset',
  'limit',
  'action',
  'payment_intent',
  'redirect_status',
  ...filterNames,
] as const
