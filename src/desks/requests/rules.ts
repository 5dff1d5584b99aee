import { changeStates } from '#domains/changes/api.ts'

/** What the queue is narrowed to by how changes stand. */
export const requestFilters = ['open', ...changeStates, 'all'] as const
export type RequestFilter = (typeof requestFilters)[number]

/** The changes that have a name of their own here; others are called changes of the contract. */
export const namedKinds = [
  'power',
  'iban',
  'no_cession_sips',
  'ref_catastral',
  'notification_address',
  'notification_email',
  'notification_phone',
  'invoice_online',
  'wallet_percentage',
  'wallet_discounts',
  'wallet_move',
  'double_tariff',
  'happy_hours',
  'happy_day',
] as const
export type NamedKind = (typeof namedKinds)[number]

/** By which name a kind of change is spoken of. */
export function kindName(kind: string): NamedKind | 'other' {
  return namedKinds.find((each) => each === kind) ?? 'other'
}

/** Who can have refused a change. */
export const refusers = ['retailer', 'distributor'] as const
export type Refuser = (typeof refusers)[number]
