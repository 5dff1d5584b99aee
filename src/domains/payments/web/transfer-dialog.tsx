import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { PayingItem } from './paying-item.ts'
import { TransferDetails } from './transfer-details.tsx'

/** Where and with which words to send the money for something. */
export function TransferDialog({ item, onClose }: { item: PayingItem; onClose: () => void }) {
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
