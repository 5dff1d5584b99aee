import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { meterReadingCategory, minFilesFor, requestLimits } from '../rules.ts'
import { ContractSelect, usePreselectedContract } from './contract-select.tsx'
import { categoriesQuery, lastReadingQuery, requestsKey } from './queries.ts'
import { emptyReading, parseReadingDraft, type ReadingDraft, useReadingProblems } from './reading-draft.ts'
import { ReadingFields } from './reading-fields.tsx'
import { RequestForm } from './request-form.tsx'
import { SentConfirmation } from './sent-confirmation.tsx'
import { type RequestFieldMessages, requestFieldId, useRequestForm } from './use-request-form.ts'

type ContactFormValues = {
  contract: string
  categ_id: string
  title: string
  message: string
  files: readonly SentUpload[]
  reading: ReadingDraft
}

type OpenedRequest = { id: number; number?: string | undefined; due_on?: string | null | undefined }

/** The form for a request about a contract, with files; for a meter reading also with the register values. */
export function ContactForm({ search, isMeterReading }: { search: SearchParams; isMeterReading: boolean }) {
  const t = useTranslations('support')
  const send = useSend()
  const { now, hasUpstream } = useBoot()
  const { requests: fileSettings } = useSettings()
  const locale = useLocale()
  const client = useQueryClient()
  const { data: categories } = useSuspenseQuery(categoriesQuery(send, { isSignedIn: true }))
  const today = calendarDayOf(new Date(now))
  const presetCategory = isMeterReading ? String(meterReadingCategory) : (search.category ?? '')
  const { contracts, preselected } = usePreselectedContract(search.contract)
  const readingProblems = useReadingProblems(today)
  const isReading = ({ categ_id }: ContactFormValues) => categ_id === String(meterReadingCategory)
  const minFiles = ({ categ_id }: ContactFormValues) => minFilesFor(Number(categ_id), fileSettings)

  const lastReadingOf = ({ contract }: ContactFormValues) => {
    const { name } = contracts.find(({ id }) => String(id) === contract) ?? {}
    return name ? client.getQueryData(lastReadingQuery(send, name).queryKey) : undefined
  }

  const form = useRequestForm<ContactFormValues, OpenedRequest>({
    name: `contact:${search.contract ?? ''}:${presetCategory}`,
    empty: {
      contract: preselected,
      categ_id: presetCategory,
      title: isMeterReading ? t('reading.subject') : '',
      message: '',
      files: [],
      reading: emptyReading(today),
    },
    check(values) {
      const lastReading = lastReadingOf(values)
      const problemsByField: RequestFieldMessages = {
        ...(values.contract ? {} : { polissa_id: t('problems.contract') }),
        ...(values.categ_id ? {} : { categ_id: t('problems.category') }),
        ...(values.title.trim() ? {} : { title: t('problems.subject') }),
        ...(isReading(values) && lastReading ? readingProblems(values.reading, lastReading) : {}),
        ...(values.message.trim() || isReading(values) ? {} : { message: t('problems.message') }),
        ...(values.files.length >= minFiles(values)
          ? {}
          : { attachments: t('problems.files', { least: minFiles(values) }) }),
      }
      return problemsByField
    },
    async send(values) {
      const contract = contracts.find(({ id }) => String(id) === values.contract)!
      const { openRequest } = await import('../api.ts')
      const reading = isReading(values)
        ? parseReadingDraft(values.reading, { locale, lastReading: lastReadingOf(values) })
        : undefined
      const opened = await send(openRequest, {
        body: {
          polissa_id: contract.id,
          polissa_type: contract.energy,
          categ_id: Number(values.categ_id),
          title: values.title,
          // A reading needs no message.
          message: values.message.trim() || t('reading.subject'),
          attachments: values.files.map(({ id }) => ({ id })),
          ...(reading ? { reading } : {}),
        },
      })
      await client.invalidateQueries({ queryKey: requestsKey })
      return opened
    },
  })
  const { values, set, problems } = form
  const uploads = useUploads({
    sent: values.files,
    onSent: (change) => form.change((before) => ({ ...before, files: change(before.files) })),
    maxCount: requestLimits.attachments.atMost,
  })
  if (form.done !== null) {
    const { id, number, due_on: dueDay } = form.done
    // Behind an upstream server there are no requests pages, so the number of the case is shown.
    return hasUpstream ? (
      <SentConfirmation number={number ?? String(id)} dueDay={dueDay} onNewRequest={form.reset} />
    ) : (
      <SentConfirmation number={number ?? null} dueDay={dueDay} href={`/requests/${id}`} onNewRequest={form.reset} />
    )
  }

  const selectedContract = contracts.find(({ id }) => String(id) === values.contract)
  return (
    <RequestForm form={form} action={t('contact.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
      <ContractSelect
        id={requestFieldId('polissa_id')}
        contracts={contracts}
        value={values.contract}
        error={problems.polissa_id}
        onChange={(contract) => set({ contract, reading: emptyReading(today) })}
      />
      <NativeSelect
        id={requestFieldId('categ_id')}
        label={t('fields.category')}
        error={problems.categ_id}
        value={values.categ_id}
        onChange={(event) => set({ categ_id: event.target.value })}
        options={[
          { value: '', label: t('fields.choose') },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {isReading(values) && selectedContract && (
        <ReadingFields
          contractName={selectedContract.name}
          values={values.reading}
          problems={problems}
          onChange={(reading) => set({ reading: { ...values.reading, ...reading } })}
        />
      )}
      <TextField
        id={requestFieldId('title')}
        label={t('fields.subject')}
        error={problems.title}
        maxLength={requestLimits.subject}
        value={values.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        id={requestFieldId('message')}
        label={t('fields.message')}
        isOptional={isReading(values)}
        error={problems.message}
        maxLength={requestLimits.message}
        value={values.message}
        onChange={(event) => set({ message: event.target.value })}
      />
      <UploadField
        id={requestFieldId('attachments')}
        label={t('fields.files')}
        hint={t(isReading(values) ? 'reading.photo' : 'fields.filesHint', { least: minFiles(values) })}
        isOptional={minFiles(values) === 0}
        error={problems.attachments}
        uploads={uploads}
      />
    </RequestForm>
  )
}
