import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { EditConflictBanner } from '#kit/backoffice/web/edit-conflict-banner.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { LeadDetails } from '../api.ts'
import { type Handling, handlings, maxLeadNoteLength } from '../rules.ts'
import { leadsKey } from './queries.ts'

/** The form for the handling of a lead. The input stays until it has been saved. */
export function HandlingForm({ lead }: { lead: LeadDetails }) {
  const t = useTranslations('desk-leads')
  const send = useSend()
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    dismissConflict,
  } = useAction({
    desk: 'desk-leads',
    seen: lead,
    invalidatedKey: leadsKey,
    successMessage: () => t('handle.done'),
    action: async (body: { handling: Handling; note: string }, version: string) => {
      const { handleLead } = await import('../api.ts')
      return send(handleLead, { params: { id: String(lead.id) }, body: { ...body, version } })
    },
  })

  const [resetCount, setResetCount] = useState(0)

  function showCurrent() {
    dismissConflict()
    setResetCount((count) => count + 1)
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const handling = handlings.find((each) => each === formData.get('handling'))
    if (handling) run({ handling, note: String(formData.get('note')).trim() })
  }

  return (
    <section className="stack" aria-labelledby="handling-title">
      <h2 id="handling-title">{t('handle.title')}</h2>
      <LastHandling lead={lead} />
      <form key={resetCount} className="stack" method="post" noValidate onSubmit={save}>
        <ErrorBanner>{failure}</ErrorBanner>
        <EditConflictBanner conflict={conflict} onUseCurrent={showCurrent} />
        <HandlingFields lead={lead} />
        <div>
          <Button type="submit" variant="second" isBusy={isBusy}>
            {t('handle.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function LastHandling({ lead }: { lead: LeadDetails }) {
  const t = useTranslations('desk-leads')
  const locale = useLocale()
  if (!lead.handled_at || !lead.handled_by) return null
  return (
    <p className="soft">
      {t('handle.last', { name: lead.handled_by, at: formatInstant(new Date(lead.handled_at), locale) })}
    </p>
  )
}

function HandlingFields({ lead }: { lead: LeadDetails }) {
  const t = useTranslations('desk-leads')
  return (
    <>
      <NativeSelect
        name="handling"
        label={t('handle.state')}
        width="medium"
        defaultValue={lead.handling}
        options={handlings.map((handling) => ({ value: handling, label: t(`handlings.${handling}`) }))}
      />
      <TextArea
        name="note"
        label={t('handle.note')}
        hint={t('handle.noteHint')}
        defaultValue={lead.note ?? ''}
        maxLength={maxLeadNoteLength}
        rows={3}
      />
    </>
  )
}
