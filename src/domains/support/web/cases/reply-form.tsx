import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { requestLimits } from '../../rules.ts'
import { RequestForm } from '../contact/request-form.tsx'
import { requestFieldId, useRequestForm } from '../contact/use-request-form.ts'
import { requestsKey } from '../queries.ts'

type ReplyFormValues = { message: string; files: readonly SentUpload[] }

const emptyReply: ReplyFormValues = { message: '', files: [] }

/** The form for a further message of a customer in a case, with optional files. */
export function ReplyForm({ id }: { id: string }) {
  const t = useTranslations('support')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const form = useRequestForm<ReplyFormValues, null>({
    name: `reply:${id}`,
    empty: emptyReply,
    check: ({ message }) => ({ ...(message.trim() ? {} : { message: t('problems.message') }) }),
    async send({ message, files }) {
      const { writeMessage } = await import('../../api.ts')
      await send(writeMessage, {
        params: { id },
        body: { message, attachments: files.map(({ id }) => ({ id })) },
      })
      await client.invalidateQueries({ queryKey: requestsKey })
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
