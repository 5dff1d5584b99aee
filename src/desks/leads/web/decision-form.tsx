import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useAct } from '#desks/common/web/use-act.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadLead } from '../api.ts'
import { type CheckOutcome, longestNote } from '../rules.ts'
import { leadsKey } from './queries.ts'

/** What a person is to check of an applicant, with their decision; afterwards how it was decided. */
export function DecisionForm({ lead }: { lead: ReadLead }) {
  const t = useTranslations('desk-leads.decide')
  if (lead.check) return <Decided check={lead.check} />
  if (lead.awaited_checks.length === 0) return null
  return (
    <section className="stack" aria-labelledby="decision-title">
      <h2 id="decision-title">{t('title')}</h2>
      <p>{t('words')}</p>
      {lead.other_half !== null && lead.is_decided_with_other_half && (
        <p>
          {t.rich('both', {
            number: String(lead.other_half),
            link: (number) => <Link href={`/operator/leads/${lead.other_half}`}>{number}</Link>,
          })}
        </p>
      )}
      <ul>
        {lead.awaited_checks.map((check) => (
          <li key={check}>{t(check)}</li>
        ))}
      </ul>
      <Decide lead={lead} />
    </section>
  )
}

function Decide({ lead }: { lead: ReadLead }) {
  const t = useTranslations('desk-leads.decide')
  const send = useSend()
  const [reason, setReason] = useState('')
  const { go, isBusy, failure, errorOf } = useAct({
    desk: 'desk-leads',
    stale: leadsKey,
    done: () => t('done'),
    act: async (outcome: CheckOutcome) => {
      const { decideLead } = await import('../api.ts')
      return send(decideLead, { params: { id: String(lead.id) }, body: { outcome, reason: reason.trim() } })
    },
  })
  function refuse(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    go('refused')
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={refuse}>
      <Failure>{failure}</Failure>
      <TextArea
        name="reason"
        label={t('reason')}
        hint={t('reasonHint')}
        error={errorOf('reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={longestNote}
        rows={2}
      />
      <div className="line">
        <Button type="button" isBusy={isBusy} onClick={() => go('accepted')}>
          {t('accept')}
        </Button>
        <Button type="submit" variant="second" isBusy={isBusy}>
          {t('refuse')}
        </Button>
      </div>
    </form>
  )
}

function Decided({ check: { outcome, reason, at, by } }: { check: NonNullable<ReadLead['check']> }) {
  const t = useTranslations('desk-leads.decide')
  const locale = useLocale()
  return (
    <section className="stack" aria-labelledby="decision-title">
      <h2 id="decision-title">{t('decided')}</h2>
      <p>
        {t(outcome)}
        {reason && `: ${reason}`}
      </p>
      <p className="soft">{t('last', { name: by ?? '—', at: formatInstant(new Date(at), locale) })}</p>
    </section>
  )
}
