import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { PayableItem } from '../payable-item.ts'
import { TransferDetails } from './transfer-details.tsx'

/** Shows the transfer details of an item in a dialog. */
export function TransferDialog({ item, onClose }: { item: PayableItem; onClose: () => void }) {
  const t = useTranslations('payments.transfer')
  const locale = useLocale()
  return (
    <Dialog
      title={t('title')}
      subject={t('subject', { number: item.number })}
      figure={formatMoney(item.amountCents, locale)}
      onClose={onClose}
    >
      <TransferDetails item={item} />
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
