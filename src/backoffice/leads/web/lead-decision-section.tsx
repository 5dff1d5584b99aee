import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { LeadDetails } from '../api.ts'
import { type CheckOutcome, maxLeadNoteLength } from '../rules.ts'
import { leadsKey } from './queries.ts'

/** The checks that a person has to make of an applicant, with the decision form, or the decision made. */
export function LeadDecisionSection({ lead }: { lead: LeadDetails }) {
  const t = useTranslations('desk-leads.decide')
  if (lead.check) return <LeadDecisionResult check={lead.check} />
  if (lead.awaited_checks.length === 0) return null
  return (
    <section className="stack" aria-labelledby="decision-title">
      <h2 id="decision-title">{t('title')}</h2>
      <p>{t('text')}</p>
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
      <LeadDecisionForm lead={lead} />
    </section>
  )
}

function LeadDecisionForm({ lead }: { lead: LeadDetails }) {
  const t = useTranslations('desk-leads.decide')
  const send = useSend()
  const [reason, setReason] = useState('')
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-leads',
    invalidatedKey: leadsKey,
    successMessage: () => t('done'),
    action: async (outcome: CheckOutcome) => {
      const { decideLead } = await import('../api.ts')
      return send(decideLead, { params: { id: String(lead.id) }, body: { outcome, reason: reason.trim() } })
    },
  })
  function refuse(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    run('refused')
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={refuse}>
      <ErrorBanner>{failure}</ErrorBanner>
      <TextArea
        name="reason"
        label={t('reason')}
        hint={t('reasonHint')}
        error={errorOf('reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={maxLeadNoteLength}
        rows={2}
      />
      <div className="line">
        <Button type="button" isBusy={isBusy} onClick={() => run('accepted')}>
          {t('accept')}
        </Button>
        <Button type="submit" variant="second" isBusy={isBusy}>
          {t('refuse')}
        </Button>
      </div>
    </form>
  )
}

function LeadDecisionResult({ check: { outcome, reason, at, by } }: { check: NonNullable<LeadDetails['check']> }) {
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
