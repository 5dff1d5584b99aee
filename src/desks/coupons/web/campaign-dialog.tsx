import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { typedWhole } from '#desks/common/web/typed-decimal.ts'
import { useAct } from '#desks/common/web/use-act.ts'
import { WordsFields, wordsIn } from '#desks/common/web/words-fields.tsx'
import { DateField } from '#kit/web/date-field.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import type { ReadCampaign } from '../api.ts'
import { campaignsKey, openedProductsQuery } from './queries.ts'

/** Adds a campaign and goes to its page, or changes one. */
export function CampaignDialog({ campaign, onClose }: { campaign: ReadCampaign | null; onClose: () => void }) {
  const t = useTranslations('desk-coupons')
  const send = useSend()
  const locale = useLocale()
  const goTo = useGoTo()
  const { data: products = [] } = useQuery(openedProductsQuery(send))
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-coupons',
    seen: campaign,
    stale: campaignsKey,
    done: () => t('dialog.saved'),
    act: async (typed: FormData, version) => {
      const { addCampaign, saveCampaign } = await import('../api.ts')
      const text = (name: string) => String(typed.get(name) ?? '').trim()
      const wanted = {
        names: wordsIn(typed, 'names'),
        descriptions: wordsIn(typed, 'descriptions'),
        url: text('url') || null,
        public_code: text('public_code') || null,
        product_id: text('product_id') ? Number(text('product_id')) : null,
        from_day: text('from_day'),
        to_day: text('to_day') || null,
        most_redemptions: text('most_redemptions') ? typedWhole(text('most_redemptions'), locale) || 0 : null,
      }
      if (!campaign) return (await send(addCampaign, { body: wanted })).id
      await send(saveCampaign, { params: { id: String(campaign.id) }, body: { ...wanted, version } })
      return null
    },
    onDone: (added) => {
      onClose()
      if (added !== null) void goTo(`/operator/campaigns/${added}`)
    },
  })
  // One that is no longer sold stays what it is.
  const present = campaign?.product
  const known = products.map(({ id, name, commercial_name: shown }) => ({ value: String(id), label: shown ?? name }))
  const isListed = !present || known.some(({ value }) => value === String(present.id))
  return (
    <FormDialog
      isWide
      title={campaign ? t('dialog.editTitle', { name: campaign.name }) : t('dialog.addTitle')}
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      <WordsFields name="names" label={t('dialog.name')} words={campaign?.names ?? null} errorOf={errorOf} />
      <WordsFields
        name="descriptions"
        label={t('dialog.description')}
        hint={t('dialog.descriptionHint')}
        words={campaign?.descriptions ?? null}
        isLong
        errorOf={errorOf}
      />
      <TextField
        name="public_code"
        width="medium"
        label={t('list.publicCode')}
        hint={t('dialog.publicCodeHint')}
        defaultValue={campaign?.public_code ?? ''}
        error={errorOf('public_code')}
        autoComplete="off"
        autoCapitalize="characters"
        isOptional
      />
      <NativeSelect
        key={`product ${known.length}`}
        name="product_id"
        label={t('dialog.product')}
        hint={t('dialog.productHint')}
        defaultValue={present ? String(present.id) : ''}
        error={errorOf('product_id')}
        options={[
          { value: '', label: t('dialog.noProduct') },
          ...(isListed ? [] : [{ value: String(present.id), label: present.name }]),
          ...known,
        ]}
      />
      <DateField
        name="from_day"
        label={t('dialog.from')}
        defaultValue={campaign?.from_day ?? ''}
        error={errorOf('from_day')}
      />
      <DateField
        name="to_day"
        label={t('dialog.to')}
        hint={t('dialog.toHint')}
        defaultValue={campaign?.to_day ?? ''}
        error={errorOf('to_day')}
        isOptional
      />
      <TextField
        name="most_redemptions"
        width="short"
        inputMode="numeric"
        label={t('dialog.most')}
        hint={t('dialog.mostHint')}
        defaultValue={campaign?.most_redemptions ?? ''}
        error={errorOf('most_redemptions')}
        isOptional
      />
      <TextField
        name="url"
        type="url"
        label={t('dialog.url')}
        defaultValue={campaign?.url ?? ''}
        error={errorOf('url')}
        isOptional
      />
    </FormDialog>
  )
}
