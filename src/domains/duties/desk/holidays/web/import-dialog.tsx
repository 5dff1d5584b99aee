import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { HolidayProblem } from '../rules.ts'
import { holidaysKey } from './queries.ts'

type WrongLine = { line: number; problem: HolidayProblem }

const maxShownLines = 20

/** Imports holidays from the lines of a CSV file, and names those that it leaves out. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk-holidays')
  const send = useSend()
  const [wrong, setWrong] = useState<readonly WrongLine[]>([])
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-holidays',
    invalidatedKey: holidaysKey,
    successMessage: (_, { added, unchanged }) => t('importDialog.done', { added, unchanged }),
    action: async (form: FormData) =>
      send((await import('../api.ts')).importHolidays, { body: { text: String(form.get('text')) } }),
    onDone: ({ wrong_lines: lines }) => (lines.length ? setWrong(lines) : onClose()),
  })
  return (
    <FormDialog
      title={t('import')}
      submit={t('importDialog.save')}
      cancel={t('dialog.cancel')}
      isWide
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      {wrong.length > 0 && (
        <div className="stack">
          <Banner tone="warning" isAlert>
            {t('importDialog.wrong', { count: wrong.length })}
          </Banner>
          <ul>
            {wrong.slice(0, maxShownLines).map(({ line, problem }) => (
              <li key={line}>{t('importDialog.line', { line: String(line), problem: t(`fieldErrors.${problem}`) })}</li>
            ))}
          </ul>
        </div>
      )}
      <TextArea
        name="text"
        label={t('importDialog.text')}
        hint={t('importDialog.hint')}
        rows={10}
        error={errorOf('text')}
      />
    </FormDialog>
  )
}
