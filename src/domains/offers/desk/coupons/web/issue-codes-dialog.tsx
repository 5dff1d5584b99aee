import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { parseIntegerInput } from '#kit/backoffice/web/parse-number-input.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { campaignsKey } from './queries.ts'

/** Generates several codes of a campaign. */
export function IssueCodesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('desk-coupons.dialog')
  const send = useSend()
  const locale = useLocale()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-coupons',
    invalidatedKey: campaignsKey,
    successMessage: () => t('issued'),
    action: async (formData: FormData) => {
      const body = {
        count: parseIntegerInput(formData.get('count'), locale),
        expires_on: String(formData.get('expires')) || null,
      }
      return send((await import('../api.ts')).issueCodes, { params: { id }, body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('issueTitle')}
      submit={t('create')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <p>{t('issueAbout')}</p>
      <TextField
        name="count"
        width="short"
        inputMode="numeric"
        label={t('count')}
        defaultValue="10"
        error={errorOf('count')}
        autoComplete="off"
      />
      <DateField name="expires" label={t('expires')} hint={t('expiresHint')} error={errorOf('expires_on')} isOptional />
    </FormDialog>
  )
}
