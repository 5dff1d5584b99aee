import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import { useSend } from '#kit/web/portal.ts'
import type { CampaignDetails } from '../api.ts'
import { CampaignFields, readCampaign } from './campaign-fields.tsx'
import { campaignsKey } from './queries.ts'

/** Edits a campaign, or adds one and opens its page. */
export function CampaignDialog({ campaign, onClose }: { campaign: CampaignDetails | null; onClose: () => void }) {
  const t = useTranslations('desk-coupons')
  const send = useSend()
  const locale = useLocale()
  const goTo = useGoTo()
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-coupons',
    seen: campaign,
    invalidatedKey: campaignsKey,
    successMessage: () => t('dialog.saved'),
    action: async (formData: FormData, version) => {
      const { addCampaign, saveCampaign } = await import('../api.ts')
      const body = readCampaign(formData, locale)
      if (!campaign) return (await send(addCampaign, { body })).id
      await send(saveCampaign, { params: { id: String(campaign.id) }, body: { ...body, version } })
      return null
    },
    onDone: (added) => {
      onClose()
      if (added !== null) void goTo(`/operator/campaigns/${added}`)
    },
  })
  return (
    <FormDialog
      isWide
      title={campaign ? t('dialog.editTitle', { name: campaign.name }) : t('dialog.addTitle')}
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      <CampaignFields campaign={campaign} errorOf={errorOf} />
    </FormDialog>
  )
}
