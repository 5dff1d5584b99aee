import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LegalTextLink } from '#domains/retailer/web/legal-text-link.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { requestLimits, visitorAnswerChannels } from '../../rules.ts'
import { OutageNotice } from '../cases/outage-notice.tsx'
import { categoriesQuery } from '../queries.ts'
import { CallFields, type CallRequest, noCall } from './call-fields.tsx'
import { RequestForm } from './request-form.tsx'
import { SentConfirmation } from './sent-confirmation.tsx'
import { type RequestFormState, requestFieldId, useRequestForm } from './use-request-form.ts'
import { AnswerChannelField } from './wish-fields.tsx'

type UnsignedFormValues = {
  email: string
  mobile: string
  category: string
  subject: string
  description: string
  files: readonly SentUpload[]
  answer: (typeof visitorAnswerChannels)[number]
} & CallRequest

const emptyUnsignedForm: UnsignedFormValues = {
  email: '',
  mobile: '',
  category: '',
  subject: '',
  description: '',
  files: [],
  answer: 'email',
  ...noCall,
}
const minPhoneDigits = 9

type OpenedUnsignedRequest = {
  result: string
  due_on?: string | null | undefined
  due_at?: string | null | undefined
}

/** The form for visitors and customers without a contract: contact data, category, message and files. */
export function UnsignedForm() {
  const t = useTranslations('support')
  const send = useSend()
  const { signedIn } = useBoot()
  const { leastFiles: least } = useSettings().requests

  const form = useRequestForm<UnsignedFormValues, OpenedUnsignedRequest>({
    name: 'unsigned',
    empty: { ...emptyUnsignedForm, email: signedIn?.email ?? '' },
    check: ({ email, mobile, category, subject, description, files }) => ({
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: t('problems.email') }),
      // The server knows the numbers of all countries.
      ...(mobile.replace(/\D/g, '').length >= minPhoneDigits ? {} : { mobile: t('problems.mobile') }),
      ...(category ? {} : { category: t('problems.category') }),
      ...(subject.trim() ? {} : { subject: t('problems.subject') }),
      ...(description.trim() ? {} : { description: t('problems.message') }),
      ...(files.length >= least ? {} : { attachment: t('problems.files', { least }) }),
    }),
    async send({ files, category, mobile, callAt, callPhone: _, answer, ...values }) {
      const { openUnsignedRequest } = await import('../../api.ts')
      return send(openUnsignedRequest, {
        body: {
          ...values,
          // Numbers with the separators that people type would exceed the limit.
          mobile: mobile.replace(/[\s().-]/g, ''),
          category: Number(category),
          attachment: files.map(({ id }) => ({ id })),
          ...(answer === 'email' ? {} : { answer }),
          ...(callAt ? { call_back: { at: callAt, phone: mobile } } : {}),
        },
      })
    },
  })
  const { values, problems } = form
  const uploads = useUploads({
    sent: values.files,
    onSent: (change) => form.change((before) => ({ ...before, files: change(before.files) })),
    maxCount: requestLimits.attachments.atMost,
  })
  if (form.done !== null)
    return <SentConfirmation number={form.done.result} deadline={form.done} onNewRequest={form.reset} />

  return (
    <RequestForm form={form} action={t('contact.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
      <UnsignedFields form={form} />
      <UploadField
        id={requestFieldId('attachment')}
        label={t('fields.files')}
        hint={t('fields.filesHint', { least })}
        isOptional={least === 0}
        error={problems.attachment}
        uploads={uploads}
      />
      <p className="note">
        {t.rich('privacy', { link: (children) => <LegalTextLink to="privacy">{children}</LegalTextLink> })}
      </p>
    </RequestForm>
  )
}

type UnsignedFieldsProps = { form: RequestFormState<UnsignedFormValues, OpenedUnsignedRequest> }

function UnsignedFields({ form: { values, set, problems } }: UnsignedFieldsProps) {
  const t = useTranslations('support')
  const { data: categories } = useSuspenseQuery(categoriesQuery(useSend(), { isSignedIn: false }))
  return (
    <>
      <TextField
        id={requestFieldId('email')}
        type="email"
        autoComplete="email"
        label={t('fields.email')}
        hint={t('fields.emailHint')}
        error={problems.email}
        value={values.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <TextField
        id={requestFieldId('mobile')}
        type="tel"
        autoComplete="tel"
        width="medium"
        label={t('fields.mobile')}
        error={problems.mobile}
        value={values.mobile}
        onChange={(event) => set({ mobile: event.target.value })}
      />
      <NativeSelect
        id={requestFieldId('category')}
        label={t('fields.category')}
        error={problems.category}
        value={values.category}
        onChange={(event) => set({ category: event.target.value })}
        options={[
          { value: '', label: t('fields.choose') },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {categories.some(({ id, topic }) => String(id) === values.category && topic === 'continuity') && (
        <OutageNotice distributor={null} />
      )}
      <TextField
        id={requestFieldId('subject')}
        label={t('fields.subject')}
        error={problems.subject}
        maxLength={requestLimits.subject}
        value={values.subject}
        onChange={(event) => set({ subject: event.target.value })}
      />
      <TextArea
        id={requestFieldId('description')}
        label={t('fields.message')}
        error={problems.description}
        maxLength={requestLimits.message}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <AnswerChannelField
        channels={visitorAnswerChannels}
        value={values.answer}
        onChange={(answer) => set({ answer })}
      />
      <CallFields isPhoneKnown values={values} onChange={set} problems={problems} />
    </>
  )
}
