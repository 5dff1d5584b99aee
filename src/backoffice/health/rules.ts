import { reportAlarmSeconds } from '#domains/payments/rules.ts'
import { platformNames } from '#outside/payments/platforms.ts'

/** The systems that the portal depends on, in display order. */
export const systems = [
  'database',
  ...platformNames,
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
 * The state of a system: calls are paused after failures; all calls have failed since some time; it is overdue; it
 * responds; it has not been called yet; it is part of the portal itself, as in the demonstration; or it is not
 * configured.
 */
export const systemStates = ['paused', 'failing', 'late', 'working', 'unasked', 'own', 'off'] as const
export type SystemState = (typeof systemStates)[number]

/** The observed responses of a system. */
export type SystemAnswers = { answeredAt: Date | null; failingSince: Date | null }

/** Returns the state of a configured third-party system. */
export function systemStateOf({ answeredAt, failingSince }: SystemAnswers): SystemState {
  if (failingSince) return 'failing'
  return answeredAt ? 'working' : 'unasked'
}

/** Returns the state of payment provider reports: late if one has waited too long or was set aside for review. */
export function reportsStateOf({ oldestSeconds, putAside }: { oldestSeconds: number; putAside: number }): SystemState {
  return putAside > 0 || oldestSeconds > reportAlarmSeconds ? 'late' : 'working'
}

const maxPriceAgeDays = 5

/** Returns the state of prices by the age of the last day in days. Weekends and holidays have no prices. */
export function pricesStateOf(daysAgo: number | null): SystemState {
  if (daysAgo === null) return 'off'
  return daysAgo > maxPriceAgeDays ? 'late' : 'working'
}
