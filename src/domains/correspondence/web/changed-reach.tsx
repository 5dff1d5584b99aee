import { useTranslations } from 'use-intl'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import type { Current } from '#kit/web/use-seen-version.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { withPrefix } from '#vocabulary/phone.ts'
import type { Address } from '../api.ts'
import type { Delivery } from '../rules.ts'

type ChangedReachProps = {
  current: Current | undefined
  onClose: () => void
  onChanged: () => void
}

/** How somebody is reached now, where another device has changed it since it was read. */
export function ChangedReach({ current, onClose, onChanged }: ChangedReachProps) {
  const t = useTranslations('correspondence.delivery.way')

  function take() {
    onChanged()
    onClose()
  }

  return (
    <ChangedMeanwhile current={current} onTake={take}>
      {current && wordsOf()}
    </ChangedMeanwhile>
  )

  function wordsOf(): string {
    const { notification_address: address, invoice_online: delivery } = current as {
      notification_address?: Address
      invoice_online?: Delivery
    }
    if (delivery) return t(delivery)
    if (!address) return '—'
    const phone = address.mobile && formatPhone(withPrefix(address.mobile))
    return [address.full_address, address.name, address.email, phone].filter(Boolean).join(' · ')
  }
}
