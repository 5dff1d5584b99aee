import { useTranslations } from 'use-intl'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { requestLimits } from '../../rules.ts'
import { RequestForm } from '../contact/request-form.tsx'
import { requestFieldId, useRequestForm } from '../contact/use-request-form.ts'

type ReplyFormValues = { message: string; files: readonly SentUpload[] }

const emptyReply: ReplyFormValues = { message: '', files: [] }

type MessageFormProps = {
  /** The name under which what is typed is kept until it is sent. */
  name: string
  onSend: (body: { message: string; attachments: { id: string }[] }) => Promise<void>
}

/** The form for a further message in a case, with optional files. */
export function MessageForm({ name, onSend }: MessageFormProps) {
  const t = useTranslations('support')
  const toast = useToast()
  const form = useRequestForm<ReplyFormValues, null>({
    name,
    empty: emptyReply,
    check: ({ message }) => ({ ...(message.trim() ? {} : { message: t('problems.message') }) }),
    async send({ message, files }) {
      await onSend({ message, attachments: files.map(({ id }) => ({ id })) })
      toast(t('request.written'))
      return null
    },
  })
  const { values, set, problems } = form
  const uploads = useUploads({
    sent: values.files,
    onSent: (change) => form.change((before) => ({ ...before, files: change(before.files) })),
    maxCount: requestLimits.attachments.atMost,
  })
  return (
    <section className="stack" aria-labelledby="reply-title">
      <h2 id="reply-title">{t('request.reply')}</h2>
      <RequestForm form={form} action={t('request.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
        <TextArea
          id={requestFieldId('message')}
          label={t('fields.reply')}
          error={problems.message}
          maxLength={requestLimits.message}
          value={values.message}
          onChange={(event) => set({ message: event.target.value })}
        />
        <UploadField
          id={requestFieldId('attachments')}
          label={t('fields.files')}
          isOptional
          error={problems.attachments}
          uploads={uploads}
        />
      </RequestForm>
    </section>
  )
}
