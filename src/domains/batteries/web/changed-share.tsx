import { useTranslations } from 'use-intl'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { type DiscountHandling, discountHandlings } from '../rules.ts'
import type { useChange } from './use-change.ts'

type ChangedShareProps = { change: Pick<ReturnType<typeof useChange>, 'current' | 'readAgain'>; onClose: () => void }

/** What a share is now, where another device has changed it since the dialog was opened. */
export function ChangedShare({ change: { current, readAgain }, onClose }: ChangedShareProps) {
  const t = useTranslations('batteries')
  const percentage = Number(current?.pes_percentatge)
  const handling = discountHandlings.find((each): each is DiscountHandling => each === current?.gestio_descomptes)

  function take() {
    void readAgain()
    onClose()
  }

  return (
    <ChangedMeanwhile current={current} onTake={take}>
      {`${percentage} %`}
      {handling && ` · ${t(`types.${handling}`)}`}
    </ChangedMeanwhile>
  )
}
