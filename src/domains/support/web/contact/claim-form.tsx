import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFlag } from '#domains/retailer/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { requestLimits } from '../../rules.ts'
import { requestsKey, subtypesQuery, typesQuery } from '../queries.ts'
import { ContractSelect, usePreselectedContract } from './contract-select.tsx'
import { RequestForm } from './request-form.tsx'
import { SentConfirmation } from './sent-confirmation.tsx'
import { type RequestFormState, requestFieldId, useRequestForm } from './use-request-form.ts'
import { defaultWishes, type Wishes, WishFields, wishesOf } from './wish-fields.tsx'

type ClaimFormValues = {
  contract: string
  tipus: string
  subtipus: string
  comments: string
  files: readonly SentUpload[]
} & Wishes

type OpenedClaim = {
  result: string
  id?: number | undefined
  due_on?: string | null | undefined
  due_at?: string | null | undefined
}

/** The form for a customer care case: contract, type, subtype, description and an optional file. */
export function ClaimForm({ search }: { search: SearchParams }) {
  const t = useTranslations('support')
  const send = useSend()
  const client = useQueryClient()
  const { contracts, preselected } = usePreselectedContract(search.contract)
  const { hasUpstream } = useBoot()
  const isFollowed = useFlag('crm.case') && !hasUpstream

  const form = useRequestForm<ClaimFormValues, OpenedClaim>({
    name: `claim:${search.contract ?? ''}:${search.type ?? ''}:${search.subtype ?? ''}`,
    empty: emptyClaimForm(search, preselected),
    check: ({ contract, tipus, subtipus, comments }) => ({
      ...(contract ? {} : { contract: t('problems.contract') }),
      ...(tipus ? {} : { tipus: t('problems.type') }),
      // The subtype is required only once a type is chosen.
      ...(subtipus || !tipus ? {} : { subtipus: t('problems.subtype') }),
      ...(comments.trim() ? {} : { comments: t('problems.message') }),
    }),
    async send({ contract, tipus, subtipus, comments, files, ...wishes }) {
      const { name } = contracts.find(({ id }) => String(id) === contract)!
      const { openClaim } = await import('../../api.ts')
      const [file] = files
      const opened = await send(openClaim, {
        params: { contractName: name },
        body: {
          contract: name,
          tipus,
          subtipus,
          comments,
          attachment: file ? { id: file.id } : null,
          ...wishesOf(wishes),
        },
      })
      await client.invalidateQueries({ queryKey: requestsKey })
      return opened
    },
  })
  const { values, problems } = form
  const uploads = useUploads({
    sent: values.files,
    onSent: (change) => form.change((before) => ({ ...before, files: change(before.files) })),
    maxCount: 1,
  })
  if (form.done !== null) {
    const { result, id } = form.done
    const href = isFollowed ? (id === undefined ? '/requests' : `/requests/${id}`) : undefined
    return <SentConfirmation number={result} deadline={form.done} href={href} onNewRequest={form.reset} />
  }

  return (
    <RequestForm form={form} action={t('claim.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
      <ClaimFields form={form} contracts={contracts} />
      <WishFields
        values={values}
        onChange={form.set}
        problems={form.problems}
        contractName={contracts.find(({ id }) => String(id) === values.contract)?.name}
      />
      <UploadField
        id={requestFieldId('attachment')}
        label={t('fields.file')}
        isOptional
        error={problems.attachment}
        uploads={uploads}
      />
    </RequestForm>
  )
}

function emptyClaimForm({ type = '', subtype = '' }: SearchParams, contract: string): ClaimFormValues {
  return { contract, tipus: type, subtipus: subtype, comments: '', files: [], ...defaultWishes }
}

type ClaimFieldsProps = {
  form: RequestFormState<ClaimFormValues, OpenedClaim>
  contracts: ReturnType<typeof usePreselectedContract>['contracts']
}

function ClaimFields({ form: { values, set, problems }, contracts }: ClaimFieldsProps) {
  const t = useTranslations('support')
  const send = useSend()
  const { data: types } = useSuspenseQuery(typesQuery(send))
  const { data: subtypes = [] } = useQuery(subtypesQuery(send, values.tipus))
  const optionsOf = (choices: readonly { code: string; name: string }[]) => [
    { value: '', label: t('fields.choose') },
    ...choices.map(({ code, name }) => ({ value: code, label: name })),
  ]
  return (
    <>
      <ContractSelect
        id={requestFieldId('contract')}
        contracts={contracts}
        value={values.contract}
        error={problems.contract}
        onChange={(contract) => set({ contract })}
      />
      <NativeSelect
        id={requestFieldId('tipus')}
        label={t('fields.type')}
        error={problems.tipus}
        value={values.tipus}
        onChange={(event) => set({ tipus: event.target.value, subtipus: '' })}
        options={optionsOf(types)}
      />
      <NativeSelect
        id={requestFieldId('subtipus')}
        label={t('fields.subtype')}
        error={problems.subtipus}
        disabled={values.tipus === ''}
        value={values.subtipus}
        onChange={(event) => set({ subtipus: event.target.value })}
        options={optionsOf(subtypes)}
      />
      <TextArea
        id={requestFieldId('comments')}
        label={t('fields.message')}
        error={problems.comments}
        maxLength={requestLimits.message}
        value={values.comments}
        onChange={(event) => set({ comments: event.target.value })}
      />
    </>
  )
}
