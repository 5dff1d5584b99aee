import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { communities } from '#vocabulary/communities.ts'
import { maxHolidayNameLength } from '../rules.ts'
import { holidaysKey } from './queries.ts'

/** Adds a holiday of a community, or of a province or municipality by its code. */
export function HolidayDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk-holidays')
  const send = useSend()
  const locale = useLocale()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-holidays',
    invalidatedKey: holidaysKey,
    successMessage: () => t('dialog.saved'),
    action: async (form: FormData) => {
      const { addHoliday } = await import('../api.ts')
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const place = text('code') || text('place')
      return send(addHoliday, { body: { place, day: text('day'), name: text('name') } })
    },
    onDone: onClose,
  })
  const places = communities
    .map(({ code, name }) => ({ value: code, label: name }))
    .sort((one, other) => one.label.localeCompare(other.label, locale))
  return (
    <FormDialog
      title={t('dialog.title')}
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <p>{t('dialog.about')}</p>
      <DateField name="day" label={t('day')} error={errorOf('day')} />
      <TextField name="name" label={t('name')} maxLength={maxHolidayNameLength} error={errorOf('name')} />
      <NativeSelect
        name="place"
        label={t('dialog.place')}
        options={[{ value: 'ES', label: t('country') }, ...places]}
      />
      <TextField
        name="code"
        label={t('dialog.code')}
        hint={t('dialog.codeHint')}
        width="short"
        inputMode="numeric"
        maxLength={5}
        error={errorOf('place')}
        isOptional
      />
    </FormDialog>
  )
}
