import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { type ContractDuty, readingKinds } from '../shown-duty.ts'
import { DutyLine } from './duty-line.tsx'

type ReadingDutiesProps = {
  duties: readonly ContractDuty[]
  /** Where its customer sends a reading; null where the retailer takes none. */
  readingAddress: string | null
}

/** What must follow by when of a contract, that of its readings first. */
export function ContractDuties({ duties, readingAddress }: ReadingDutiesProps) {
  const t = useTranslations('duties')
  const titleId = useId()
  const others = duties.filter((duty) => !isOfReadings(duty))
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      <ReadingDuties {...{ duties, readingAddress }} />
      {others.map((duty) => (
        <p key={`${duty.kind} ${duty.since}`}>
          <DutyLine duty={duty} />
        </p>
      ))}
    </section>
  )
}

/**
 * By when the meter of a contract is read, and while its consumption is only estimated, since when, and by when what was
 * really consumed is billed. Empty where nothing is known of its readings.
 */
export function ReadingDuties({ duties, readingAddress }: ReadingDutiesProps) {
  const t = useTranslations('duties.readings')
  const locale = useLocale()
  const estimated = duties.find(({ kind }) => kind === 'actual_reading' || kind === 'actual_billing')
  const isAwaited = estimated !== undefined || duties.some(({ kind }) => kind === 'own_reading')
  // The usual reading says nothing more to whoever waits for a real one.
  const lines = duties.filter((duty) => isOfReadings(duty) && !(isAwaited && duty.kind === 'meter_reading'))
  if (lines.length === 0) return null
  return (
    <>
      {estimated && <p>{t('estimated', { day: formatDay(estimated.since, locale) })}</p>}
      {lines.map((duty) => (
        <p key={duty.kind}>
          <DutyLine duty={duty} />
        </p>
      ))}
      {isAwaited && readingAddress && (
        <p>
          <Link href={readingAddress}>{t('send')}</Link>
        </p>
      )}
    </>
  )
}

function isOfReadings({ kind }: ContractDuty): boolean {
  return (readingKinds as readonly string[]).includes(kind)
}
