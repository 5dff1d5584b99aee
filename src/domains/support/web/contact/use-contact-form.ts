import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { meterReadingCategory, minFilesFor, requestLimits } from '../../rules.ts'
import { categoriesQuery, lastReadingQuery, requestsKey } from '../queries.ts'
import { emptyReading, parseReadingDraft, type ReadingDraft, useReadingProblems } from '../readings/reading-draft.ts'
import type { usePreselectedContract } from './contract-select.tsx'
import { type RequestFieldMessages, useRequestForm } from './use-request-form.ts'
import { defaultWishes, type Wishes, wishesOf } from './wish-fields.tsx'

export type ContactFormValues = {
  contract: string
  categ_id: string
  title: string
  message: string
  files: readonly SentUpload[]
  reading: ReadingDraft
} & Wishes

type OpenedRequest = {
  id: number
  number?: string | undefined
  due_on?: string | null | undefined
  due_at?: string | null | undefined
}

type ContactFormOptions = {
  search: SearchParams
  isMeterReading: boolean
  contracts: ReturnType<typeof usePreselectedContract>
}

/** The form of a request: what is typed, what is wrong with it, and how it is sent. */
export function useContactForm({ search, isMeterReading, contracts: { contracts, preselected } }: ContactFormOptions) {
  const t = useTranslations('support')
  const send = useSend()
  const locale = useLocale()
  const client = useQueryClient()
  const today = calendarDayOf(new Date(useBoot().now))
  const { data: categories } = useSuspenseQuery(categoriesQuery(send, { isSignedIn: true }))
  const ofTopic = search.topic && categories.find(({ topic }) => topic === search.topic)?.id
  const presetCategory = isMeterReading ? String(meterReadingCategory) : (search.category ?? String(ofTopic ?? ''))
  const invoiceLine = useBoot().hasUpstream ? null : invoiceLineOf(search)
  const problemsOf = useContactProblems(today, invoiceLine !== null)

  const lastReadingOf = ({ contract }: ContactFormValues) => {
    const { name } = contracts.find(({ id }) => String(id) === contract) ?? {}
    return name ? client.getQueryData(lastReadingQuery(send, name).queryKey) : undefined
  }

  const form = useRequestForm<ContactFormValues, OpenedRequest>({
    name: [
      'contact',
      search.contract ?? '',
      presetCategory,
      ...(search.invoice ? [search.invoice, search.line ?? ''] : []),
    ].join(':'),
    empty: {
      contract: preselected,
      categ_id: presetCategory,
      title: isMeterReading
        ? t('reading.subject')
        : (search.subject?.slice(0, requestLimits.subject) ??
          (search.invoice ? t('contact.aboutInvoice', { number: search.invoice }) : '')),
      message: '',
      files: [],
      reading: emptyReading(today),
      ...defaultWishes,
    },
    check: (values) => problemsOf(values, lastReadingOf(values)),
    async send(values) {
      const contract = contracts.find(({ id }) => String(id) === values.contract)!
      const { openRequest } = await import('../../api.ts')
      const reading = isReadingRequest(values)
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
          // About another contract it is another question.
          ...(invoiceLine && contract.name === search.contract ? { invoice_line: invoiceLine } : {}),
          ...wishesOf(values),
        },
      })
      await client.invalidateQueries({ queryKey: requestsKey })
      return opened
    },
  })
  return form
}

/** Returns the line of an invoice that the address asks about, or the whole invoice; null if it asks about none. */
export function invoiceLineOf({ invoice, line }: SearchParams): { number: string; line?: number } | null {
  if (!invoice || line === undefined) return null
  return /^\d{1,3}$/.test(line) ? { number: invoice, line: Number(line) } : { number: invoice }
}

/** Checks whether a request reports a meter reading. */
export function isReadingRequest({ categ_id }: ContactFormValues): boolean {
  return categ_id === String(meterReadingCategory)
}

/** Returns how many files a request needs. */
export function useMinFiles(): (values: ContactFormValues) => number {
  const { requests: fileSettings } = useSettings()
  return ({ categ_id }) => minFilesFor(Number(categ_id), fileSettings)
}

function useContactProblems(today: string, needsNoFile: boolean) {
  const t = useTranslations('support')
  const readingProblems = useReadingProblems(today)
  const minFiles = useMinFiles()
  return (
    values: ContactFormValues,
    lastReading: Parameters<ReturnType<typeof useReadingProblems>>[1] | undefined,
  ): RequestFieldMessages => ({
    ...(values.contract ? {} : { polissa_id: t('problems.contract') }),
    ...(values.categ_id ? {} : { categ_id: t('problems.category') }),
    ...(values.title.trim() ? {} : { title: t('problems.subject') }),
    ...(isReadingRequest(values) && lastReading ? readingProblems(values.reading, lastReading) : {}),
    ...(values.message.trim() || isReadingRequest(values) ? {} : { message: t('problems.message') }),
    ...(needsNoFile || values.files.length >= minFiles(values)
      ? {}
      : { attachments: t('problems.files', { least: minFiles(values) }) }),
  })
}
