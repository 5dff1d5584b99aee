import { useTranslations } from 'use-intl'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { type DiscountHandling, discountHandlings } from '../rules.ts'
import type { useShareChange } from './use-share-change.ts'

type ChangedShareProps = {
  change: Pick<ReturnType<typeof useShareChange>, 'current' | 'readAgain'>
  onClose: () => void
}

/** Shows the current share if another device has changed it since the dialog was opened. */
export function ChangedShare({ change: { current, readAgain }, onClose }: ChangedShareProps) {
  const t = useTranslations('batteries')
  const percentage = Number(current?.pes_percentatge)
  const handling = discountHandlings.find((each): each is DiscountHandling => each === current?.gestio_descomptes)

  function reload() {
    void readAgain()
    onClose()
  }

  return (
    <StaleEditBanner current={current} onAcceptCurrent={reload}>
      {`${percentage} %`}
      {handling && ` · ${t(`types.${handling}`)}`}
    </StaleEditBanner>
  )
}
