import { useTranslations } from 'use-intl'
import { joinMessages, useChangeSubmission } from '#domains/changes/web/use-change-submission.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { changeDelivery } from '../api.ts'
import { type Delivery, findDeliveryProblem } from '../rules.ts'
import { ContactConflict } from './contact-conflict.tsx'
import type { CorrespondenceDialogProps } from './contract-with-contact.ts'

/** Changes the invoice delivery to the other method. Shows the current one, the new one and the destination. */
export function DeliveryDialog({ contract, onClose, onChanged }: CorrespondenceDialogProps) {
  const t = useTranslations('correspondence')
  const sendCall = useSend()
  const toast = useToast()
  const { versions } = contract
  const { isSending, fields, failure, current, send } = useChangeSubmission(
    t('delivery.failed'),
    versions?.delivery,
    'correspondence',
  )
  const { contact, delivery } = contract
  const other: Delivery = delivery === 'email' ? 'postal' : 'email'
  const isMissing = findDeliveryProblem(other, contact) !== null
  const failureText = failure ?? (fields && joinMessages(fields))

  async function change() {
    const body = { invoice_online: other, type: contract.energy }
    const params = { contractName: contract.name }
    const outcome = await send((version) => sendCall(changeDelivery, { params, body: { ...body, version } }))
    if (outcome !== 'done') return
    toast(t('delivery.done', { delivery: other }))
    onChanged()
    onClose()
  }

  return (
    <Dialog
      title={t(`delivery.title.${other}`)}
      subject={t('subject', { energy: contract.energy, name: contract.name })}
      onClose={onClose}
    >
      <DescriptionList layout="pairs">
        <DescriptionItem label={t('delivery.now')}>
          <DeliveryMethod delivery={delivery} contact={contact} />
        </DescriptionItem>
        <DescriptionItem label={t('delivery.then')}>
          <DeliveryMethod delivery={other} contact={contact} />
        </DescriptionItem>
      </DescriptionList>
      {isMissing && <Banner tone="warning">{t('delivery.emailMissing')}</Banner>}
      <ErrorBanner>{failureText}</ErrorBanner>
      <ContactConflict current={current} onClose={onClose} onChanged={onChanged} />
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t(isMissing ? 'close' : 'cancel')}
        </Button>
        {!isMissing && (
          <Button isBusy={isSending} onClick={() => void change()}>
            {t(`delivery.confirm.${other}`)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function DeliveryMethod({
  delivery,
  contact,
}: {
  delivery: Delivery
  contact: CorrespondenceDialogProps['contract']['contact']
}) {
  const t = useTranslations('correspondence.delivery.way')
  const to = delivery === 'email' ? contact.email : contact.address
  return (
    <>
      {t(delivery)}
      {to && (
        <>
          <br />
          <span className="small soft">{to}</span>
        </>
      )}
    </>
  )
}
