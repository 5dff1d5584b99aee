import { useLocale, useTranslations } from 'use-intl'
import type { RejectionReason } from '#domains/contracting/switch-steps.ts'
import { useCustomerSettings, useFlag } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { formatDay } from '#vocabulary/format.ts'

type SwitchRejectionProps = {
  contractName: string
  rejection: { reason: RejectionReason; rejected_on: string; is_paused: boolean }
}

/** Says why the distributor has rejected the switch of a contract, and what its holder can do about it. */
export function SwitchRejection({ contractName: name, rejection }: SwitchRejectionProps) {
  const t = useTranslations('contracts.switchRejections')
  const locale = useLocale()
  const { features } = useCustomerSettings()
  const hasRequests = useFlag('crm.case') && features.contact
  const { reason, rejected_on: on, is_paused: isPaused } = rejection
  const search = new URLSearchParams({ contract: name, topic: 'switch', subject: t('subject', { name }) })
  return (
    <Banner
      tone="warning"
      action={
        isPaused &&
        hasRequests && (
          <ButtonLink variant="second" isSmall href={`/requests/create?${search}`}>
            {t('ask')}
          </ButtonLink>
        )
      }
    >
      <strong>{t('title')}.</strong> {t(`reasons.${reason}`)} {t('on', { day: formatDay(on, locale) })}{' '}
      {isPaused && t('waits')}
    </Banner>
  )
}
