import type { OperatorRole } from '#kit/operator-role.ts'
import { isAllowed } from '#kit/operator-role.ts'
import { addDays, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { type DutyKind, dutyKinds, ruleOf } from '../../kinds.ts'

/** The filters of the list by the day on which a duty is due. */
export const dutyTimes = ['overdue', 'today', 'week', 'later'] as const
export type DutyTime = (typeof dutyTimes)[number]

/** The filters of the list by who has to act. */
export const dutyActors = ['retailer', 'distributor', 'customer'] as const

/** The name of norms that are no law in filters: what the retailer promises. */
export const promisedLaw = 'promise'

/** The maximum number of duties that one action assigns. */
export const maxAssignedAtOnce = 100

/**
 * The kinds that an operator marks as done or cancelled, because no part of the product sees that it happened. Every
 * other kind is ended by its domain alone, so that the calendar cannot say that something was done which was not.
 */
const kindsEndedByOperators = [
  ...(['care_evaluation', 'call_recording', 'closing_bill', 'last_reading', 'contract_end', 'own_reading'] as const),
  ...([
    'switch_request',
    'switch_activation',
    'switch_undo',
    'actual_reading',
    'actual_billing',
    'underbilling_correction',
    'overbilling_refund',
    'temporary_power_request',
  ] as const),
  ...(['social_bonus_report', 'complaint_table', 'evaluation_evidence'] as const),
  ...(['ombudsman_decision', 'connection_offer', 'connection'] as const),
  // Told by the portal; but one that was too late for that is settled otherwise.
  ...(['renewal_notice', 'promotion_end_notice', 'penalty_end_notice'] as const),
] as const satisfies readonly DutyKind[]

/** Checks whether an operator ends duties of a kind. */
export function isEndedByOperators(kind: DutyKind): boolean {
  return (kindsEndedByOperators as readonly DutyKind[]).includes(kind)
}

/** Returns the kinds of duties that an operator with these roles sees and acts on. */
export function visibleKinds(roles: readonly OperatorRole[]): DutyKind[] {
  return (Object.keys(dutyKinds) as DutyKind[]).filter((kind) => isAllowed(roles, ruleOf(kind).roles))
}

/** Returns the last day of the week of a day, a Sunday. */
export function lastDayOfWeek(day: MarketDay): MarketDay {
  return addDays(day, 7 - weekdayOf(day))
}

/** The pages of the subjects of duties that have one, without the id. */
const subjectPages: Readonly<Record<string, string>> = {
  case: 'cases',
  erasure: 'erasures',
  lead: 'leads',
}

/** What is reported of customer care: the page of cases has the reports. */
const careReports = ['complaints', 'evaluation']

/** Returns the address of what a duty is about: its page, or else that of its customer. */
export function subjectAddress(subject: string, customerId: number | null): string | undefined {
  const [kind = '', id = ''] = subject.split(':')
  if (careReports.includes(kind)) return '/operator/cases'
  const page = subjectPages[kind]
  if (page) return `/operator/${page}/${encodeURIComponent(id)}`
  return customerId === null ? undefined : `/operator/customers/${customerId}`
}

/** Returns the address of the official publication with an identifier, or null if it has none that is known. */
export function sourceAddress(source: string | null): string | null {
  if (source?.startsWith('BOE-A-')) return `https://www.boe.es/buscar/act.php?id=${encodeURIComponent(source)}`
  if (source?.startsWith('DOUE-L-')) return `https://www.boe.es/buscar/doc.php?id=${encodeURIComponent(source)}`
  return null
}
