import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import type { MarketList } from '../rules.ts'
import { type MarketMember, marketKey } from './queries.ts'

type MarketMemberDialogProps = { list: MarketList; member: MarketMember | null; onClose: () => void }

/** Adds a retailer or distributor, or edits or deactivates one. */
export function MarketMemberDialog({ list, member, onClose }: MarketMemberDialogProps) {
  const t = useTranslations('desk-market')
  const send = useSend()
  const isDistributor = list === 'distributors'
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-market',
    seen: member,
    invalidatedKey: marketKey,
    successMessage: () => t('dialog.saved'),
    action: (formData: FormData, version) => saveMember(send, { list, member, formData, version }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={
        member
          ? t('list.changeOf', { name: member.name })
          : t(isDistributor ? 'dialog.addDistributor' : 'dialog.addRetailer')
      }
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      {isDistributor && !member && (
        <TextField
          name="code"
          width="short"
          inputMode="numeric"
          label={t('list.code')}
          hint={t('dialog.codeHint')}
          error={errorOf('code')}
          autoComplete="off"
        />
      )}
      <TextField
        name="name"
        label={t('list.name')}
        defaultValue={member?.name ?? ''}
        error={errorOf('name')}
        autoComplete="off"
      />
      {isDistributor && <DistributorFields member={member} errorOf={errorOf} />}
      {member && (
        <Checkbox
          name="is_active"
          label={t('dialog.isActive')}
          hint={t(isDistributor ? 'dialog.distributorHint' : 'dialog.retailerHint')}
          defaultChecked={member.is_active}
        />
      )}
    </FormDialog>
  )
}

function readMarketMember(formData: FormData) {
  const text = (field: string) => String(formData.get(field) ?? '').trim()
  return { name: text('name'), website: text('website') || null, breakdown_phone: text('breakdown_phone') || null }
}

type DistributorFieldsProps = { member: MarketMember | null; errorOf: (field: string) => string | undefined }

function DistributorFields({ member, errorOf }: DistributorFieldsProps) {
  const t = useTranslations('desk-market')
  const distributor = member && 'code' in member ? member : null
  return (
    <>
      <TextField
        name="breakdown_phone"
        type="tel"
        width="medium"
        label={t('list.phone')}
        defaultValue={distributor?.breakdown_phone ?? ''}
        error={errorOf('breakdown_phone')}
        autoComplete="off"
        isOptional
      />
      <TextField
        name="website"
        type="url"
        label={t('list.website')}
        hint={t('dialog.websiteHint')}
        defaultValue={distributor?.website ?? ''}
        error={errorOf('website')}
        autoComplete="off"
        isOptional
      />
    </>
  )
}

type MemberInput = Pick<MarketMemberDialogProps, 'list' | 'member'> & { formData: FormData; version: number }

async function saveMember(send: Send, { list, member, formData, version }: MemberInput): Promise<void> {
  const { addDistributor, addRetailer, saveDistributor, saveRetailer } = await import('../api.ts')
  const details = readMarketMember(formData)
  const { name } = details
  if (!member) {
    if (list === 'distributors')
      await send(addDistributor, { body: { ...details, code: String(formData.get('code') ?? '').trim() } })
    else await send(addRetailer, { body: { energy: list, name } })
    return
  }
  const params = { id: String(member.id) }
  const stored = { version, is_active: formData.get('is_active') !== null }
  if (list === 'distributors') await send(saveDistributor, { params, body: { ...details, ...stored } })
  else await send(saveRetailer, { params, body: { name, ...stored } })
}
