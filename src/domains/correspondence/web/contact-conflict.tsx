import { useTranslations } from 'use-intl'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import type { CurrentValues } from '#kit/web/form/use-edit-version.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { addPhonePrefix } from '#vocabulary/phone.ts'
import type { Address } from '../api.ts'
import type { Delivery } from '../rules.ts'

type ContactConflictProps = {
  current: CurrentValues | undefined
  onClose: () => void
  onChanged: () => void
}

/** Shows the current contact data when another device has changed it since it was read. */
export function ContactConflict({ current, onClose, onChanged }: ContactConflictProps) {
  const t = useTranslations('correspondence.delivery.way')

  function showCurrent() {
    onChanged()
    onClose()
  }

  return (
    <StaleEditBanner current={current} onAcceptCurrent={showCurrent}>
      {current && currentText()}
    </StaleEditBanner>
  )

  function currentText(): string {
    const { notification_address: address, invoice_online: delivery } = current as {
      notification_address?: Address
      invoice_online?: Delivery
    }
    if (delivery) return t(delivery)
    if (!address) return '—'
    const phone = address.mobile && formatPhone(addPhonePrefix(address.mobile))
    return [address.full_address, address.name, address.email, phone].filter(Boolean).join(' · ')
  }
}
