import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { typedWhole } from '#desks/common/web/typed-decimal.ts'
import { useAct } from '#desks/common/web/use-act.ts'
import { DateField } from '#kit/web/date-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { campaignsKey } from './queries.ts'

/** Makes several codes of a campaign at once. */
export function IssueDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('desk-coupons.dialog')
  const send = useSend()
  const locale = useLocale()
  const { go, isBusy, failure, errorOf } = useAct({
    desk: 'desk-coupons',
    stale: campaignsKey,
    done: () => t('issued'),
    act: async (typed: FormData) => {
      const body = { count: typedWhole(typed.get('count'), locale), expires_on: String(typed.get('expires')) || null }
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
      onSubmit={go}
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
