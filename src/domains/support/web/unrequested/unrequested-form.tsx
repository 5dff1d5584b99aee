import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LegalTextLink } from '#domains/retailer/web/legal-text-link.tsx'
import { useFlag } from '#domains/retailer/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { requestLimits, switchDirections, type UnrequestedSwitch } from '../../rules.ts'
import { ContractSelect } from '../contact/contract-select.tsx'
import { RequestForm } from '../contact/request-form.tsx'
import { SentConfirmation } from '../contact/sent-confirmation.tsx'
import { type RequestFormState, requestFieldId, useRequestForm } from '../contact/use-request-form.ts'
import { requestsKey } from '../queries.ts'
import { HolderFields } from './holder-fields.tsx'

export type UnrequestedFormValues = {
  contract: string
  direction: UnrequestedSwitch['direction']
  name: string
  cups: string
  email: string
  mobile: string
  otherRetailer: string
  noticedOn: string
  description: string
  files: readonly SentUpload[]
}

type Contracts = Parameters<typeof ContractSelect>[0]['contracts']
type Reported = { id?: number; number: string; due_on?: string | null | undefined; due_at?: string | null | undefined }
export type UnrequestedFormState = RequestFormState<UnrequestedFormValues, Reported>

/** The form: about one of the user's own contracts, or, without any, with the holder and the CUPS. */
export function UnrequestedForm({ contracts, preselected }: { contracts: Contracts; preselected: string }) {
  const t = useTranslations('support')
  const client = useQueryClient()
  const send = useSend()
  const { signedIn, hasUpstream } = useBoot()
  const isFollowed = useFlag('crm.case') && !hasUpstream
  const isOwn = contracts.length > 0

  const form = useRequestForm<UnrequestedFormValues, Reported>({
    name: `unrequested:${preselected}`,
    empty: {
      ...{ contract: preselected, direction: 'to_us', name: '', cups: '' },
      ...{ email: signedIn?.email ?? '', mobile: '', otherRetailer: '', noticedOn: '', description: '', files: [] },
    },
    check: ({ contract, name, cups, email, mobile }) =>
      isOwn
        ? { ...(contract ? {} : { contract: t('problems.contract') }) }
        : {
            ...(name.trim() ? {} : { name: t('unrequested.problems.name') }),
            ...(cups.trim() ? {} : { cups: t('unrequested.problems.cups') }),
            ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: t('problems.email') }),
            ...(mobile.replace(/\D/g, '').length >= 9 ? {} : { mobile: t('problems.mobile') }),
          },
    async send(values) {
      const { reportOwnSwitch, reportUnrequestedSwitch } = await import('../../api.ts')
      const { contract, direction, name, cups, email, otherRetailer, noticedOn, description, files } = values
      const body = {
        ...{ direction, description, attachments: files.map(({ id }) => ({ id })) },
        ...(otherRetailer.trim() ? { other_retailer: otherRetailer } : {}),
        ...(noticedOn ? { noticed_on: noticedOn } : {}),
      }
      if (!isOwn) {
        const mobile = values.mobile.replace(/[\s().-]/g, '')
        return send(reportUnrequestedSwitch, { body: { ...body, name, cups, email, mobile } })
      }
      const { name: own } = contracts.find(({ id }) => String(id) === contract)!
      const reported = await send(reportOwnSwitch, { params: { contractName: own }, body })
      await client.invalidateQueries({ queryKey: requestsKey })
      return reported
    },
  })
  const uploads = useUploads({
    sent: form.values.files,
    onSent: (change) => form.change((before) => ({ ...before, files: change(before.files) })),
    maxCount: requestLimits.attachments.atMost,
  })
  if (form.done !== null) {
    const { id, number } = form.done
    const href = isFollowed && id !== undefined ? `/requests/${id}` : undefined
    return <SentConfirmation number={number} deadline={form.done} href={href} onNewRequest={form.reset} />
  }
  return (
    <RequestForm form={form} action={t('unrequested.send')} isWaiting={uploads.isUnderWay} unsent={uploads.unsent}>
      {isOwn ? (
        <ContractSelect
          id={requestFieldId('contract')}
          contracts={contracts}
          value={form.values.contract}
          error={form.problems.contract}
          onChange={(contract) => form.set({ contract })}
        />
      ) : (
        <HolderFields form={form} />
      )}
      <SwitchFields form={form} />
      <UploadField
        id={requestFieldId('attachments')}
        label={t('fields.files')}
        hint={t('fields.filesHint', { least: 0 })}
        isOptional
        error={form.problems.attachments}
        uploads={uploads}
      />
      <p className="note">
        {t.rich('privacy', { link: (children) => <LegalTextLink to="privacy">{children}</LegalTextLink> })}
      </p>
    </RequestForm>
  )
}

function SwitchFields({ form: { values, set, problems } }: { form: UnrequestedFormState }) {
  const t = useTranslations('support.unrequested')
  const today = readMadridClock(new Date(useBoot().now)).day
  return (
    <>
      <NativeSelect
        id={requestFieldId('direction')}
        label={t('fields.direction')}
        value={values.direction}
        onChange={({ target }) => set({ direction: target.value as UnrequestedFormValues['direction'] })}
        options={switchDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
      />
      <TextField
        id={requestFieldId('other_retailer')}
        label={t('fields.otherRetailer')}
        isOptional
        maxLength={100}
        value={values.otherRetailer}
        onChange={({ target }) => set({ otherRetailer: target.value })}
      />
      <DateField
        id={requestFieldId('noticed_on')}
        label={t('fields.noticedOn')}
        isOptional
        max={today}
        error={problems.noticed_on}
        value={values.noticedOn}
        onValue={(noticedOn) => set({ noticedOn })}
      />
      <TextArea
        id={requestFieldId('description')}
        label={t('fields.description')}
        isOptional
        maxLength={requestLimits.message}
        value={values.description}
        onChange={({ target }) => set({ description: target.value })}
      />
    </>
  )
}
