import { deliveryStates, type EventType, eventTypes } from '#domains/webhooks/rules.ts'

/** What the list of deliveries is narrowed to; `failed` is what has not arrived and is not tried any more. */
export const deliveryFilters = ['all', 'failed', ...deliveryStates] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

/** The groups of event types, each by what comes before its point. */
export const eventGroups: readonly { name: string; types: readonly EventType[] }[] = [
  ...Map.groupBy(eventTypes, (type) => type.split('.')[0]!),
].map(([name, types]) => ({ name, types }))
