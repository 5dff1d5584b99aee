import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { requestLimits } from '../rules.ts'
import { requestsKey } from './queries.ts'
import { RequestForm } from './request-form.tsx'
import { fieldId, useRequestForm } from './use-request-form.ts'

type Values = { message: string; files: readonly SentUpload[] }

const empty: Values = { message: '', files: [] }

/** What a customer writes once more in a case, perhaps with files. */
export function ReplyForm({ id }: { id: string }) {
  const t = useTranslations('support')
  const send = useSend()
  const client = useQueryClient()
  const say = useToast()
  const form = useRequestForm<Values, null>({
    name: `reply:${id}`,
    empty,
    check: ({ message }) => ({ ...(message.trim() ? {} : { message: t('problems.message') }) }),
    async send({ message, files }) {
      const { writeMessage } = await import('../api.ts')
      await send(writeMessage, {
        params: { id },
        body: { message, attachments: files.map(({ id }) => ({ id })) },
      })
      await client.invalidateQueries({ queryKey: requestsKey })
      say(t('request.written'))
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
          id={fieldId('message')}
          label={t('fields.reply')}
          error={problems.message}
          maxLength={requestLimits.message}
          value={values.message}
          onChange={(event) => set({ message: event.target.value })}
        />
        <UploadField
          id={fieldId('attachments')}
          label={t('fields.files')}
          isOptional
          error={problems.attachments}
          uploads={uploads}
        />
      </RequestForm>
    </section>
  )
}
