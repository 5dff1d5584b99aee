import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { useUploads } from '#domains/uploads/web/use-uploads.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { requestLimits } from '../../rules.ts'
import { OutageNotice } from '../cases/outage-notice.tsx'
import { breakdownContactQuery, categoriesQuery } from '../queries.ts'
import { emptyReading } from '../readings/reading-draft.ts'
import { ReadingFields } from '../readings/reading-fields.tsx'
import { ContractSelect, usePreselectedContract } from './contract-select.tsx'
import { RequestForm } from './request-form.tsx'
import { SentConfirmation } from './sent-confirmation.tsx'
import { invoiceLineOf, isReadingRequest, useContactForm, useMinFiles } from './use-contact-form.ts'
import { requestFieldId } from './use-request-form.ts'
import { WishFields } from './wish-fields.tsx'

/** The form for a request about a contract, with files; for a meter reading also with the register values. */
export function ContactForm({ search, isMeterReading }: { search: SearchParams; isMeterReading: boolean }) {
  const t = useTranslations('support')
  const { hasUpstream } = useBoot()
  const preselection = usePreselectedContract(search.contract)
  const form = useContactForm({ search, isMeterReading, contracts: preselection })
  const { values, problems } = form
  const invoiceLine = hasUpstream ? null : invoiceLineOf(search)
  const usualMinFiles = useMinFiles()
  const minFiles = invoiceLine ? () => 0 : usualMinFiles
  const uploads = useUploads({
    sent: values.files,
    onSent: (change) => form.change((before) => ({ ...before, files: change(before.files) })),
    maxCount: requestLimits.attachments.atMost,
  })
  if (form.done !== null) {
    const { id, number } = form.done
    // Behind an upstream server there are no requests pages, so the number of the case is shown.
    return hasUpstream ? (
      <SentConfirmation number={number ?? String(id)} deadline={form.done} onNewRequest={form.reset} />
    ) : (
      <SentConfirmation
        number={number ?? null}
        deadline={form.done}
        href={`/requests/${id}`}
        onNewRequest={form.reset}
      />
    )
  }

  return (
    <RequestForm form={form} action={t('contact.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
      {invoiceLine && <p>{t('contact.subjectInvoice', { number: invoiceLine.number })}</p>}
      <ContactFields form={form} contracts={preselection.contracts} />
      <WishFields
        values={values}
        onChange={form.set}
        problems={form.problems}
        contractName={preselection.contracts.find(({ id }) => String(id) === values.contract)?.name}
      />
      <UploadField
        id={requestFieldId('attachments')}
        label={t('fields.files')}
        hint={t(isReadingRequest(values) ? 'reading.photo' : 'fields.filesHint', { least: minFiles(values) })}
        isOptional={minFiles(values) === 0}
        error={problems.attachments}
        uploads={uploads}
      />
    </RequestForm>
  )
}

type ContactFieldsProps = {
  form: ReturnType<typeof useContactForm>
  contracts: ReturnType<typeof usePreselectedContract>['contracts']
}

function ContactFields({ form: { values, set, problems }, contracts }: ContactFieldsProps) {
  const t = useTranslations('support')
  const { data: categories } = useSuspenseQuery(categoriesQuery(useSend(), { isSignedIn: true }))
  const today = calendarDayOf(new Date(useBoot().now))
  const isOutage = categories.some(({ id, topic }) => String(id) === values.categ_id && topic === 'continuity')
  const selectedContract = contracts.find(({ id }) => String(id) === values.contract)
  return (
    <>
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
      {isOutage && <ContractOutageNotice contractName={selectedContract?.name ?? ''} />}
      {isReadingRequest(values) && selectedContract && (
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
        isOptional={isReadingRequest(values)}
        error={problems.message}
        maxLength={requestLimits.message}
        value={values.message}
        onChange={(event) => set({ message: event.target.value })}
      />
    </>
  )
}

function ContractOutageNotice({ contractName }: { contractName: string }) {
  const { data: distributor } = useQuery(breakdownContactQuery(useSend(), contractName))
  return <OutageNotice distributor={distributor} />
}
