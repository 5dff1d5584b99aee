import { deliveryStates, type EventType, eventTypes } from '../rules.ts'

/** The filters of the delivery list; `failed` are undelivered ones that are no longer tried. */
export const deliveryFilters = ['all', 'failed', ...deliveryStates] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

/** The event types grouped by the part before the dot. */
export const eventGroups: readonly { name: string; types: readonly EventType[] }[] = [
  ...Map.groupBy(eventTypes, (type) => type.split('.')[0]!),
].map(([name, types]) => ({ name, types }))
