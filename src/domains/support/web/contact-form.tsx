import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { leastFilesFor, meterReadingCategory, requestLimits } from '../rules.ts'
import { ContractSelect, useChosenContract } from './contract-select.tsx'
import { categoriesQuery, lastReadingQuery, requestsKey } from './queries.ts'
import { ReadingFields } from './reading-fields.tsx'
import { emptyReading, readTyped, type TypedReading, useReadingProblems } from './reading-form.ts'
import { RequestForm } from './request-form.tsx'
import { Sent } from './sent.tsx'
import { fieldId, type Problems, useRequestForm } from './use-request-form.ts'

type Values = {
  contract: string
  categ_id: string
  title: string
  message: string
  files: readonly SentUpload[]
  reading: TypedReading
}

type Opened = { id: number; number?: string | undefined; due_on?: string | null | undefined }

/** What a customer writes about a contract, with files; for a meter reading also what the meter shows. */
export function ContactForm({ search, isMeterReading }: { search: Search; isMeterReading: boolean }) {
  const t = useTranslations('support')
  const send = useSend()
  const { now, hasUpstream } = useBoot()
  const { requests: fileSettings } = useSettings()
  const locale = useLocale()
  const client = useQueryClient()
  const { data: categories } = useSuspenseQuery(categoriesQuery(send, { isSignedIn: true }))
  const today = calendarDayOf(new Date(now))
  const preset = isMeterReading ? String(meterReadingCategory) : (search.category ?? '')
  const { contracts, only } = useChosenContract(search.contract)
  const readingProblems = useReadingProblems(today)
  const isReading = ({ categ_id }: Values) => categ_id === String(meterReadingCategory)
  const leastFiles = ({ categ_id }: Values) => leastFilesFor(Number(categ_id), fileSettings)

  const knownMeter = ({ contract }: Values) => {
    const { name } = contracts.find(({ id }) => String(id) === contract) ?? {}
    return name ? client.getQueryData(lastReadingQuery(send, name).queryKey) : undefined
  }

  const form = useRequestForm<Values, Opened>({
    name: `contact:${search.contract ?? ''}:${preset}`,
    empty: {
      contract: only,
      categ_id: preset,
      title: isMeterReading ? t('reading.subject') : '',
      message: '',
      files: [],
      reading: emptyReading(today),
    },
    check(values) {
      const known = knownMeter(values)
      const found: Problems = {
        ...(values.contract ? {} : { polissa_id: t('problems.contract') }),
        ...(values.categ_id ? {} : { categ_id: t('problems.category') }),
        ...(values.title.trim() ? {} : { title: t('problems.subject') }),
        ...(isReading(values) && known ? readingProblems(values.reading, known) : {}),
        ...(values.message.trim() || isReading(values) ? {} : { message: t('problems.message') }),
        ...(values.files.length >= leastFiles(values)
          ? {}
          : { attachments: t('problems.files', { least: leastFiles(values) }) }),
      }
      return found
    },
    async send(values) {
      const contract = contracts.find(({ id }) => String(id) === values.contract)!
      const { openRequest } = await import('../api.ts')
      const reading = isReading(values) ? readTyped(values.reading, { locale, known: knownMeter(values) }) : undefined
      const opened = await send(openRequest, {
        body: {
          polissa_id: contract.id,
          polissa_type: contract.energy,
          categ_id: Number(values.categ_id),
          title: values.title,
          // Figures speak for themselves.
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
    // In front of another server there are no requests to look at: what is told is how it is called there.
    return hasUpstream ? (
      <Sent number={number ?? String(id)} dueDay={dueDay} onAgain={form.again} />
    ) : (
      <Sent number={number ?? null} dueDay={dueDay} href={`/requests/${id}`} onAgain={form.again} />
    )
  }

  const chosen = contracts.find(({ id }) => String(id) === values.contract)
  return (
    <RequestForm form={form} action={t('contact.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
      <ContractSelect
        id={fieldId('polissa_id')}
        contracts={contracts}
        value={values.contract}
        error={problems.polissa_id}
        onChange={(contract) => set({ contract, reading: emptyReading(today) })}
      />
      <NativeSelect
        id={fieldId('categ_id')}
        label={t('fields.category')}
        error={problems.categ_id}
        value={values.categ_id}
        onChange={(event) => set({ categ_id: event.target.value })}
        options={[
          { value: '', label: t('fields.choose') },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {isReading(values) && chosen && (
        <ReadingFields
          contractName={chosen.name}
          values={values.reading}
          problems={problems}
          onChange={(reading) => set({ reading: { ...values.reading, ...reading } })}
        />
      )}
      <TextField
        id={fieldId('title')}
        label={t('fields.subject')}
        error={problems.title}
        maxLength={requestLimits.subject}
        value={values.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        id={fieldId('message')}
        label={t('fields.message')}
        isOptional={isReading(values)}
        error={problems.message}
        maxLength={requestLimits.message}
        value={values.message}
        onChange={(event) => set({ message: event.target.value })}
      />
      <UploadField
        id={fieldId('attachments')}
        label={t('fields.files')}
        hint={t(isReading(values) ? 'reading.photo' : 'fields.filesHint', { least: leastFiles(values) })}
        isOptional={leastFiles(values) === 0}
        error={problems.attachments}
        uploads={uploads}
      />
    </RequestForm>
  )
}
