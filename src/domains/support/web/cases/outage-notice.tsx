import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { formatPhone } from '#vocabulary/format.ts'

type OutageNoticeProps = { distributor: { name: string; breakdown_phone: string | null } | null | undefined }

/** Tells somebody without power at once whom to call: the distributor, whose phone is free and answers day and night. */
export function OutageNotice({ distributor }: OutageNoticeProps) {
  const t = useTranslations('support.outage')
  const phone = distributor?.breakdown_phone
  return (
    <Banner tone="warning">
      {distributor && phone
        ? t.rich('call', {
            name: distributor.name,
            phone: () => (
              <a className="nowrap" href={telAddress(phone)}>
                {formatPhone(phone)}
              </a>
            ),
          })
        : t('callUnknown')}
    </Banner>
  )
}
