// Separate from its consumers: every page of the portal needs these names, but not the rest of the list.

/** The filters of a list, by their names in its address. */
export const filterNames = ['contractName', 'cups', 'address', 'vat', 'status', 'from', 'to', 'least', 'most'] as const
export type FilterName = (typeof filterNames)[number]

/** The names that the page keeps in its address. */
export const searchNames = [
  'contractType',
  'offset',
  'limit',
  'action',
  'payment_intent',
  'redirect_status',
  ...filterNames,
] as const
