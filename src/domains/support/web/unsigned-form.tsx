import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LegalTextLink } from '#domains/operator/web/legal-text-link.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { requestLimits } from '../rules.ts'
import { categoriesQuery } from './queries.ts'
import { RequestForm } from './request-form.tsx'
import { Sent } from './sent.tsx'
import { fieldId, useRequestForm } from './use-request-form.ts'

type Values = {
  email: string
  mobile: string
  category: string
  subject: string
  description: string
  files: readonly SentUpload[]
}

const empty: Values = { email: '', mobile: '', category: '', subject: '', description: '', files: [] }
const fewestDigits = 9

/** What somebody without a contract writes: how to reach them, what about, and files. */
export function UnsignedForm() {
  const t = useTranslations('support')
  const send = useSend()
  const { signedIn } = useBoot()
  const { leastFiles: least } = useSettings().requests
  const { data: categories } = useSuspenseQuery(categoriesQuery(send, { isSignedIn: false }))

  const form = useRequestForm<Values, { result: string; due_on?: string | null | undefined }>({
    name: 'unsigned',
    empty: { ...empty, email: signedIn?.email ?? '' },
    check: ({ email, mobile, category, subject, description, files }) => ({
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: t('problems.email') }),
      // The server knows the numbers of all countries.
      ...(mobile.replace(/\D/g, '').length >= fewestDigits ? {} : { mobile: t('problems.mobile') }),
      ...(category ? {} : { category: t('problems.category') }),
      ...(subject.trim() ? {} : { subject: t('problems.subject') }),
      ...(description.trim() ? {} : { description: t('problems.message') }),
      ...(files.length >= least ? {} : { attachment: t('problems.files', { least }) }),
    }),
    async send({ files, category, mobile, ...values }) {
      const { openUnsigned } = await import('../api.ts')
      return send(openUnsigned, {
        body: {
          ...values,
          // With the spaces that people write between them, numbers would be too long.
          mobile: mobile.replace(/[\s().-]/g, ''),
          category: Number(category),
          attachment: files.map(({ id }) => ({ id })),
        },
      })
    },
  })
  const { values, set, problems } = form
  const uploads = useUploads({
    sent: values.files,
    onSent: (change) => form.change((before) => ({ ...before, files: change(before.files) })),
    maxCount: requestLimits.attachments.atMost,
  })
  if (form.done !== null) return <Sent number={form.done.result} dueDay={form.done.due_on} onAgain={form.again} />

  return (
    <RequestForm form={form} action={t('contact.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
      <TextField
        id={fieldId('email')}
        type="email"
        autoComplete="email"
        label={t('fields.email')}
        hint={t('fields.emailHint')}
        error={problems.email}
        value={values.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <TextField
        id={fieldId('mobile')}
        type="tel"
        autoComplete="tel"
        width="medium"
        label={t('fields.mobile')}
        error={problems.mobile}
        value={values.mobile}
        onChange={(event) => set({ mobile: event.target.value })}
      />
      <NativeSelect
        id={fieldId('category')}
        label={t('fields.category')}
        error={problems.category}
        value={values.category}
        onChange={(event) => set({ category: event.target.value })}
        options={[
          { value: '', label: t('fields.choose') },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextField
        id={fieldId('subject')}
        label={t('fields.subject')}
        error={problems.subject}
        maxLength={requestLimits.subject}
        value={values.subject}
        onChange={(event) => set({ subject: event.target.value })}
      />
      <TextArea
        id={fieldId('description')}
        label={t('fields.message')}
        error={problems.description}
        maxLength={requestLimits.message}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <UploadField
        id={fieldId('attachment')}
        label={t('fields.files')}
        hint={t('fields.filesHint', { least })}
        isOptional={least === 0}
        error={problems.attachment}
        uploads={uploads}
      />
      <p className="note">
        {t.rich('privacy', { link: (words) => <LegalTextLink to="privacy">{words}</LegalTextLink> })}
      </p>
    </RequestForm>
  )
}
