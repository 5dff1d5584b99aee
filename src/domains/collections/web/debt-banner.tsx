import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { useDebts } from './use-debts.ts'

/** Tells where the debt that has gone furthest stands, with the way to stop it. Empty if there is none. */
export function DebtBanner() {
  const t = useTranslations('collections')
  const locale = useLocale()
  const [debt] = useDebts().debts
  if (!debt) return null
  const isAnnounced = debt.next?.kind === 'suspension' && debt.next.on
  return (
    <Banner
      tone={isAnnounced || debt.step === 'suspended' ? 'negative' : 'warning'}
      action={
        <ButtonLink variant="second" isSmall href="/debt">
          {t('see')}
        </ButtonLink>
      }
    >
      {isAnnounced
        ? t('banner.announced', { day: formatDay(debt.next!.on!, locale), address: debt.contract.address })
        : t(`banner.${debt.step === 'suspended' || debt.step === 'reconnecting' ? debt.step : 'unpaid'}`, {
            address: debt.contract.address,
          })}
    </Banner>
  )
}
