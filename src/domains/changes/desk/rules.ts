import { changeStates } from '../api.ts'

/** The filters of the queue by change state. */
export const changeRequestFilters = ['open', ...changeStates, 'all'] as const
export type ChangeRequestFilter = (typeof changeRequestFilters)[number]

/** The kinds of changes with their own name here; others are shown as contract changes. */
export const namedChangeKinds = [
  'power',
  'iban',
  'payment_means',
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
export type NamedChangeKind = (typeof namedChangeKinds)[number]

/** Returns the name under which a kind of change is shown. */
export function changeKindName(kind: string): NamedChangeKind | 'other' {
  return namedChangeKinds.find((each) => each === kind) ?? 'other'
}

/** Who may have refused a change. */
export const changeRefusers = ['retailer', 'distributor'] as const
export type ChangeRefuser = (typeof changeRefusers)[number]
