import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { rejectionCodePattern, rejectionReasonOf, type SwitchStepName, switchStepNames } from '../../../switch-steps.ts'
import type { ListedSwitch } from '../api.ts'
import { switchesKey } from './queries.ts'

/** Records what the distributor reports of a switch, and shows what the code of a rejection tells the customer. */
export function StepDialog({ underway, onClose }: { underway: ListedSwitch; onClose: () => void }) {
  const t = useTranslations('desk-switches.step')
  const tReasons = useTranslations('contracts.switchRejections.reasons')
  const send = useSend()
  const today = readMadridClock(new Date(useBoot().now)).day
  const { contract, customer, rejection } = underway
  const [step, setStep] = useState<SwitchStepName>(rejection ? 'sent' : 'rejected')
  const [code, setCode] = useState('')
  const isCode = rejectionCodePattern.test(code.trim().toUpperCase())
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-switches',
    invalidatedKey: switchesKey,
    successMessage: () => t('saved'),
    action: async (form: FormData) => {
      const { recordStep } = await import('../api.ts')
      const params = { id: String(customer.id), contractId: String(contract.id) }
      const happenedOn = String(form.get('happened_on'))
      const reported = step === 'rejected' ? { code: code.trim() } : {}
      return send(recordStep, { params, body: { step, happened_on: happenedOn, ...reported } })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title', { name: contract.name })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <NativeSelect
        name="step"
        label={t('what')}
        value={step}
        onChange={({ target }) => setStep(target.value as SwitchStepName)}
        options={switchStepNames.map((value) => ({ value, label: t(`steps.${value}`) }))}
      />
      <DateField name="happened_on" label={t('day')} error={errorOf('happened_on')} defaultValue={today} max={today} />
      {step === 'rejected' && (
        <TextField
          name="code"
          width="short"
          label={t('code')}
          hint={isCode ? tReasons(rejectionReasonOf(code.trim().toUpperCase())) : t('codeHint')}
          error={errorOf('code')}
          autoComplete="off"
          maxLength={2}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      {step === 'ended' && <p>{t('endedNote')}</p>}
    </FormDialog>
  )
}
