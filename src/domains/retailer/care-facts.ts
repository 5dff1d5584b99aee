import { formatPhone } from '#vocabulary/format.ts'
import type { PublicSettings } from './settings.ts'

/** What customers are told of customer care wherever it is told (Ley 10/2025, article 5). */
const carePoints = ['channels', 'hours', 'terms', 'followUp', 'dispute'] as const
type CarePoint = (typeof carePoints)[number]

export type CareFact = { name: CarePoint; label: string; value: string }

/** Returns the texts in `retailer.care`. */
export type CareTexts = (key: CareTextKey, values?: Record<string, string>) => string
type CareTextKey = `${CarePoint}.${'label' | 'value'}` | 'dispute.body'

/**
 * Returns how customer care is reached and when, by when it answers, how a case is followed, and the body out of court.
 * The first page, contracts, invoices and the page in easy reading all take it from here.
 */
export function careFactsOf(
  { organization, care }: Pick<PublicSettings, 'organization' | 'care'>,
  t: CareTexts,
): CareFact[] {
  const values: Record<CarePoint, Record<string, string>> = {
    channels: {
      phone: organization.phone ? formatPhone(organization.phone) : 'none',
      email: organization.email || 'none',
      address: organization.address || 'none',
    },
    hours: {
      hours: organization.schedule || 'none',
      from: formatHour(care.callBackFrom),
      to: formatHour(care.callBackTo),
    },
    terms: {},
    followUp: {},
    dispute: { body: care.disputeBody || t('dispute.body'), contact: care.disputeContact || 'none' },
  }
  return carePoints.map((name) => ({
    name,
    label: t(`${name}.label`),
    value: t(`${name}.value`, values[name]).trim(),
  }))
}

/** Returns an hour of the day as it is written: `9:00`. */
function formatHour(hour: number): string {
  return `${hour}:00`
}
