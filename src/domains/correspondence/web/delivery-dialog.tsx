import { useTranslations } from 'use-intl'
import { allTold, useSending } from '#domains/changes/web/use-sending.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { changeDelivery } from '../api.ts'
import { type Delivery, deliveryProblem } from '../rules.ts'
import { ChangedReach } from './changed-reach.tsx'
import type { ChangeDialogProps } from './reached-contract.ts'

/** Lets invoices arrive in the other way: how they do now, how they will, and where to. */
export function DeliveryDialog({ contract, onClose, onChanged }: ChangeDialogProps) {
  const t = useTranslations('correspondence')
  const sendCall = useSend()
  const say = useToast()
  const { versions } = contract
  const { isSending, fields, failure, current, send } = useSending(
    t('delivery.failed'),
    versions?.delivery,
    'correspondence',
  )
  const { contact, delivery } = contract
  const other: Delivery = delivery === 'email' ? 'postal' : 'email'
  const isMissing = deliveryProblem(other, contact) !== null
  const refused = failure ?? (fields && allTold(fields))

  async function change() {
    const body = { invoice_online: other, type: contract.energy }
    const params = { contractName: contract.name }
    const outcome = await send((version) => sendCall(changeDelivery, { params, body: { ...body, version } }))
    if (outcome !== 'done') return
    say(t('delivery.done', { delivery: other }))
    onChanged()
    onClose()
  }

  return (
    <Dialog
      title={t(`delivery.title.${other}`)}
      subject={t('subject', { energy: contract.energy, name: contract.name })}
      onClose={onClose}
    >
      <Facts layout="pairs">
        <Fact label={t('delivery.now')}>
          <Way delivery={delivery} contact={contact} />
        </Fact>
        <Fact label={t('delivery.then')}>
          <Way delivery={other} contact={contact} />
        </Fact>
      </Facts>
      {isMissing && <Banner tone="warning">{t('delivery.emailMissing')}</Banner>}
      <Failure>{refused}</Failure>
      <ChangedReach current={current} onClose={onClose} onChanged={onChanged} />
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

function Way({ delivery, contact }: { delivery: Delivery; contact: ChangeDialogProps['contract']['contact'] }) {
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
