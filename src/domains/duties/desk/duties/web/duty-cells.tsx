import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SelectRow } from '#kit/backoffice/web/row-selection.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { recordedKinds } from '../../../kinds.ts'
import type { ListedDuty } from '../api.ts'
import { isEndedByOperators, sourceAddress, subjectAddress } from '../rules.ts'
import { dutyChoicesQuery } from './queries.ts'
import type { DutyControls } from './use-duty-controls.ts'
import { useDutyTexts } from './use-duty-texts.ts'

type DutyProps = { duty: ListedDuty }

/** Selects a duty for the actions below the list. */
export function DutyCheckbox({ duty, controls: { selection } }: DutyProps & { controls: DutyControls }) {
  const t = useTranslations('desk-duties')
  const { namesOf } = useDutyTexts()
  return (
    <SelectRow
      value={duty.id}
      label={t('selectOf', namesOf(duty))}
      isSelected={selection.isSelected(duty.id)}
      onToggle={() => selection.toggle(duty.id)}
    />
  )
}

/** What must be done, as a link to what it is about, with the note of whoever recorded its event. */
export function DutyName({ duty: { kind, subject, customer, note } }: DutyProps) {
  const t = useTranslations('desk-duties.kinds')
  const href = subjectAddress(subject, customer?.id ?? null)
  return (
    <>
      {href ? <Link href={href}>{t(kind)}</Link> : t(kind)}
      {note && <div className="small soft">{note}</div>}
    </>
  )
}

/** Opens the dialog that records an event which happened outside the product, for whoever sees a kind of it. */
export function RecordButton({ onRecord }: { onRecord: () => void }) {
  const t = useTranslations('desk-duties.record')
  const { data } = useSuspenseQuery(dutyChoicesQuery(useSend()))
  if (!data.kinds.some((kind) => recordedKinds.includes(kind))) return null
  return (
    <Button icon={plus} onClick={onRecord}>
      {t('open')}
    </Button>
  )
}

const tones = { late: 'negative', paused: 'warning' } as const

/** The last day of a duty; overdue ones are highlighted. */
export function DueBadge({ duty }: DutyProps) {
  const t = useTranslations('desk-duties')
  const { dueOf } = useDutyTexts()
  const { status } = duty
  const text = t(`dueAs.${status}`, { due: dueOf(duty) })
  return status === 'running' ? text : <Badge tone={tones[status]}>{text}</Badge>
}

/** The norm that sets the day with its term, and the button that shows the others. */
export function NormCell({ duty, onShowNorms }: DutyProps & { onShowNorms: () => void }) {
  const t = useTranslations('desk-duties')
  const { lawOf, termOf, namesOf } = useDutyTexts()
  const { norm, other_norms: others } = duty
  const text = t('otherNorms', { count: others.length })
  return (
    <>
      <SourceLink source={norm.source}>{lawOf(norm)}</SourceLink> · {termOf(norm)}
      {others.length > 0 && (
        <>
          {' '}
          <Button
            variant="quiet"
            isSmall
            aria-label={t('otherNormsOf', { ...namesOf(duty), text })}
            onClick={onShowNorms}
          >
            {text}
          </Button>
        </>
      )}
    </>
  )
}

/** A text as a link to its official publication, if there is one. */
export function SourceLink({ source, children }: { source: string | null; children: string }) {
  const href = sourceAddress(source)
  return href ? (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    children
  )
}

/** Marks a duty as done, where no part of the product does. */
export function DutyActions({ duty, onEnd }: DutyProps & { onEnd: () => void }) {
  const t = useTranslations('desk-duties.end')
  const { namesOf } = useDutyTexts()
  if (!isEndedByOperators(duty.kind)) return null
  return (
    <Button variant="second" isSmall aria-label={t('openOf', namesOf(duty))} onClick={onEnd}>
      {t('open')}
    </Button>
  )
}
