import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { answerStates, requestLimits } from '../../../rules.ts'
import type { CaseDetails } from '../api.ts'
import styles from './answer-form.module.css'
import {
  type Outage,
  OutageFields,
  ReasonFields,
  type RefusalReason,
  readOutage,
  readReasons,
} from './answer-grounds.tsx'
import { casesKey } from './queries.ts'

type AnswerState = (typeof answerStates)[number]
type AnswerInput = {
  message: string
  state: AnswerState
  reasons: RefusalReason[] | undefined
  outage: Outage | undefined
  files: readonly SentUpload[]
  call: boolean
}

/** Answers a case and sets its new state. The input stays until the answer has been accepted. */
export function AnswerForm({ id, details }: { id: string; details: CaseDetails }) {
  const t = useTranslations('desk-cases')
  const failureText = useErrorText('desk-cases')
  const fieldErrorsOf = useFieldErrors('desk-cases')
  const [isMissing, setMissing] = useState(false)
  const [state, setState] = useState<AnswerState>(answerStates[0])
  const [files, setFiles] = useState<readonly SentUpload[]>([])
  const uploads = useUploads({
    sent: files,
    onSent: setFiles,
    maxCount: requestLimits.attachments.atMost,
    address: '/api/v1/operator/uploads',
  })
  const { mutate, isPending, error } = useAnswer(id, details.version)

  function answer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const formData = new FormData(form)
    const message = String(formData.get('message')).trim()
    setMissing(message === '')
    const grounds = { reasons: state === 'denied' ? readReasons(formData) : undefined, outage: readOutage(formData) }
    const call = formData.has('call')
    if (message && !uploads.isUnderWay && !uploads.unsent)
      mutate({ message, state, files, call, ...grounds }, { onSuccess: () => clear(form) })
  }

  function clear(form: HTMLFormElement) {
    form.reset()
    setState(answerStates[0])
    setFiles([])
  }

  const fieldErrors = fieldErrorsOf(refusedFieldsOf(error))
  const errorOfFiles = fieldErrors.attachments?.join(' ')
  const errorOfGrounds = (fieldErrors.reasons ?? fieldErrors.outage)?.join(' ')
  const hintOf = (chosen: AnswerState) => {
    if (chosen === 'additional_information_required') return t('answer.incompleteHint')
    return chosen === 'accepted' && details.is_unrequested_switch ? t('answer.putBackHint') : undefined
  }
  const isOutage = details.topic === 'continuity' && details.answered_at === null && state !== 'denied'
  return (
    <section className={classNames('stack', styles.answer)} aria-labelledby="answer-title">
      <h2 id="answer-title">{t('answer.title')}</h2>
      <form className="stack" method="post" noValidate onSubmit={answer}>
        <ErrorBanner>{errorOfGrounds ?? (error && !errorOfFiles && failureText(error))}</ErrorBanner>
        <TextArea
          name="message"
          label={t('answer.message')}
          hint={t('answer.messageHint')}
          error={isMissing ? t('answer.messageMissing') : undefined}
          maxLength={requestLimits.message}
        />
        <UploadField
          label={t('answer.files')}
          hint={t('answer.filesHint')}
          isOptional
          error={errorOfFiles}
          uploads={uploads}
        />
        <NativeSelect
          name="state"
          label={t('answer.state')}
          hint={hintOf(state)}
          width="medium"
          value={state}
          onChange={(event) => setState(answerStates.find((each) => each === event.target.value) ?? state)}
          options={answerStates.map((each) => ({ value: each, label: t(`states.${each}`) }))}
        />
        {isOutage && <OutageFields />}
        {state === 'denied' && <ReasonFields />}
        {details.call_phone && (
          <Checkbox
            name="call"
            defaultChecked
            label={t('answer.call', { phone: formatPhone(details.call_phone) })}
            hint={t('answer.callHint')}
          />
        )}
        <div>
          <Button type="submit" isBusy={isPending || uploads.isUnderWay} disabledReason={uploads.unsent}>
            {t('answer.send')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function useAnswer(id: string, version: string) {
  const t = useTranslations('desk-cases')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ message, state, reasons, outage, files, call }: AnswerInput) => {
      const { answerCustomer } = await import('../api.ts')
      return send(answerCustomer, {
        params: { id },
        body: {
          ...{ message, state, version },
          ...(reasons ? { reasons } : {}),
          ...(outage ? { outage } : {}),
          ...(call ? { call } : {}),
          attachments: files.map(({ id }) => ({ id })),
        },
      })
    },
    onSuccess: () => {
      toast(t('answer.done'))
      return client.invalidateQueries({ queryKey: casesKey })
    },
    // Messages written by another operator meanwhile are shown above; the input here stays.
    onError: () => client.invalidateQueries({ queryKey: casesKey }),
  })
}
