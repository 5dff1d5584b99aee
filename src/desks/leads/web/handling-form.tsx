import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ChangedItem } from '#desks/common/web/changed-item.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadLead } from '../api.ts'
import { type Handling, handlings, longestNote } from '../rules.ts'
import { leadsKey } from './queries.ts'

/** Notes how far the retailer is with a lead. What is typed stays until it has arrived. */
export function HandlingForm({ lead }: { lead: ReadLead }) {
  const t = useTranslations('desk-leads')
  const locale = useLocale()
  const send = useSend()
  const { go, isBusy, failure, changed, leave } = useAct({
    desk: 'desk-leads',
    seen: lead,
    stale: leadsKey,
    done: () => t('handle.done'),
    act: async (body: { handling: Handling; note: string }, version: string) => {
      const { handleLead } = await import('../api.ts')
      return send(handleLead, { params: { id: String(lead.id) }, body: { ...body, version } })
    },
  })

  const [takenCount, setTakenCount] = useState(0)

  function take() {
    leave()
    setTakenCount((count) => count + 1)
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const handling = handlings.find((each) => each === typed.get('handling'))
    if (handling) go({ handling, note: String(typed.get('note')).trim() })
  }

  return (
    <section className="stack" aria-labelledby="handling-title">
      <h2 id="handling-title">{t('handle.title')}</h2>
      {lead.handled_at && lead.handled_by && (
        <p className="soft">
          {t('handle.last', { name: lead.handled_by, at: formatInstant(new Date(lead.handled_at), locale) })}
        </p>
      )}
      <form key={takenCount} className="stack" method="post" noValidate onSubmit={save}>
        <Failure>{failure}</Failure>
        <ChangedItem changed={changed} onTake={take} />
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
          maxLength={longestNote}
          rows={3}
        />
        <div>
          <Button type="submit" variant="second" isBusy={isBusy}>
            {t('handle.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}
