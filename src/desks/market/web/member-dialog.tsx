import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { MarketList } from '../rules.ts'
import { type Member, marketKey } from './queries.ts'

type MemberDialogProps = { list: MarketList; member: Member | null; onClose: () => void }

/** Adds a retailer or a distributor, renames one, or switches it off. */
export function MemberDialog({ list, member, onClose }: MemberDialogProps) {
  const t = useTranslations('desk-market')
  const send = useSend()
  const isGrid = list === 'distributors'
  const grid = member && 'code' in member ? member : null
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-market',
    seen: member,
    stale: marketKey,
    done: () => t('dialog.saved'),
    act: async (typed: FormData, version) => {
      const { addDistributor, addRetailer, saveDistributor, saveRetailer } = await import('../api.ts')
      const text = (field: string) => String(typed.get(field) ?? '').trim()
      const name = text('name')
      const told = { name, website: text('website') || null, breakdown_phone: text('breakdown_phone') || null }
      if (!member) {
        if (isGrid) await send(addDistributor, { body: { ...told, code: text('code') } })
        else await send(addRetailer, { body: { energy: list, name } })
        return
      }
      const params = { id: String(member.id) }
      const kept = { version, is_active: typed.get('is_active') !== null }
      if (isGrid) await send(saveDistributor, { params, body: { ...told, ...kept } })
      else await send(saveRetailer, { params, body: { name, ...kept } })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={
        member ? t('list.changeOf', { name: member.name }) : t(isGrid ? 'dialog.addDistributor' : 'dialog.addRetailer')
      }
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      {isGrid && !member && (
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
      {isGrid && (
        <>
          <TextField
            name="breakdown_phone"
            type="tel"
            width="medium"
            label={t('list.phone')}
            defaultValue={grid?.breakdown_phone ?? ''}
            error={errorOf('breakdown_phone')}
            autoComplete="off"
            isOptional
          />
          <TextField
            name="website"
            type="url"
            label={t('list.website')}
            hint={t('dialog.websiteHint')}
            defaultValue={grid?.website ?? ''}
            error={errorOf('website')}
            autoComplete="off"
            isOptional
          />
        </>
      )}
      {member && (
        <Checkbox
          name="is_active"
          label={t('dialog.isActive')}
          hint={t(isGrid ? 'dialog.distributorHint' : 'dialog.retailerHint')}
          defaultChecked={member.is_active}
        />
      )}
    </FormDialog>
  )
}
