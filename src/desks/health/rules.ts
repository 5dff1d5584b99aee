import { reportAlarmSeconds } from '#domains/payments/rules.ts'

/** The systems that the portal leans on, as they stand in the list. */
export const systems = [
  'database',
  'stripe',
  'redsys',
  'sandbox',
  'payment_reports',
  'mail',
  'sms',
  'signature',
  'identity',
  'imports',
  'virus_scan',
  'prices',
  'upstream',
] as const
export type SystemName = (typeof systems)[number]

/**
 * How a system stands: it is not asked for a while, since it did not answer; every question has failed since some time; it is later than it should be; it answers; nobody has
 * asked it yet; it is a part of the portal itself, as in the demonstration; or it is not set up.
 */
export const systemStates = ['paused', 'failing', 'late', 'working', 'unasked', 'own', 'off'] as const
export type SystemState = (typeof systemStates)[number]

/** What is known of how a system answered. */
export type Heard = { answeredAt: Date | null; failingSince: Date | null }

/** How a system of others stands that is set up. */
export function stateOf({ answeredAt, failingSince }: Heard): SystemState {
  if (failingSince) return 'failing'
  return answeredAt ? 'working' : 'unasked'
}

/** How what card providers report stands: late where one waits too long, or was put aside for somebody to look at. */
export function stateOfReports({ oldestSeconds, putAside }: { oldestSeconds: number; putAside: number }): SystemState {
  return putAside > 0 || oldestSeconds > reportAlarmSeconds ? 'late' : 'working'
}

const freshDays = 5

/** How prices stand whose last day is so many days ago: over a weekend and a holiday there are none. */
export function stateOfPrices(daysAgo: number | null): SystemState {
  if (daysAgo === null) return 'off'
  return daysAgo > freshDays ? 'late' : 'working'
}
