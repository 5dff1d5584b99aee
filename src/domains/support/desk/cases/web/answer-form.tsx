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
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { answerStates, requestLimits } from '../../../rules.ts'
import styles from './answer-form.module.css'
import { casesKey } from './queries.ts'

type AnswerState = (typeof answerStates)[number]
type AnswerInput = { message: string; state: AnswerState; files: readonly SentUpload[] }

/** Answers a case and sets its new state. The input stays until the answer has been accepted. */
export function AnswerForm({ id, version }: { id: string; version: string }) {
  const t = useTranslations('desk-cases')
  const failureText = useErrorText('desk-cases')
  const fieldErrorsOf = useFieldErrors('desk-cases')
  const [isMissing, setMissing] = useState(false)
  const [files, setFiles] = useState<readonly SentUpload[]>([])
  const uploads = useUploads({
    sent: files,
    onSent: setFiles,
    maxCount: requestLimits.attachments.atMost,
    address: '/api/v1/operator/uploads',
  })
  const { mutate, isPending, error } = useAnswer(id, version)

  function answer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { message, state } = readAnswer(form)
    setMissing(message === '')
    if (message && state && !uploads.isUnderWay && !uploads.unsent)
      mutate({ message, state, files }, { onSuccess: () => clear(form) })
  }

  function clear(form: HTMLFormElement) {
    form.reset()
    setFiles([])
  }

  const errorOfFiles = fieldErrorsOf(refusedFieldsOf(error)).attachments?.join(' ')
  return (
    <section className={classNames('stack', styles.answer)} aria-labelledby="answer-title">
      <h2 id="answer-title">{t('answer.title')}</h2>
      <form className="stack" method="post" noValidate onSubmit={answer}>
        <ErrorBanner>{error && !errorOfFiles && failureText(error)}</ErrorBanner>
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
        <StateField />
        <div>
          <Button type="submit" isBusy={isPending || uploads.isUnderWay} disabledReason={uploads.unsent}>
            {t('answer.send')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function readAnswer(form: HTMLFormElement): { message: string; state: AnswerState | undefined } {
  const formData = new FormData(form)
  return {
    message: String(formData.get('message')).trim(),
    state: answerStates.find((each) => each === formData.get('state')),
  }
}

function useAnswer(id: string, version: string) {
  const t = useTranslations('desk-cases')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ message, state, files }: AnswerInput) => {
      const { answerCustomer } = await import('../api.ts')
      return send(answerCustomer, {
        params: { id },
        body: { message, state, attachments: files.map(({ id }) => ({ id })), version },
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

function StateField() {
  const t = useTranslations('desk-cases')
  return (
    <NativeSelect
      name="state"
      label={t('answer.state')}
      width="medium"
      options={answerStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
    />
  )
}
