import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChangeSubmission } from '#domains/changes/web/use-change-submission.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { Dialog } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { addNotificationAddress, chooseNotificationAddress } from '../api.ts'
import { type AddressChoice, AddressReview } from './address-review.tsx'
import { ContactConflict } from './contact-conflict.tsx'
import type { CorrespondenceDialogProps } from './contract-with-contact.ts'
import { KnownAddressForm } from './known-address-form.tsx'
import { NewAddressForm } from './new-address-form.tsx'
import { addressesQuery } from './queries.ts'

/**
 * Sends the correspondence of a contract to another address, an existing one or a new one, after a review step. The
 * draft is preserved while the review or the other option is shown.
 */
export function AddressDialog({ contract, onClose, onChanged }: CorrespondenceDialogProps) {
  const t = useTranslations('correspondence')
  const sendCall = useSend()
  const addresses = useQuery(addressesQuery(sendCall))
  const others = (addresses.data ?? []).filter(({ id }) => id !== contract.contact.id)
  const [mode, setMode] = useState<'known' | 'new'>()
  const shownMode = mode ?? (others.length > 0 ? 'known' : 'new')
  const [choice, setChoice] = useState<AddressChoice | null>(null)
  const { isSending, refusedFieldsOf, failure, current, change } = useAddressChange(contract, {
    onRefused: () => setChoice(null),
    onDone() {
      onChanged()
      onClose()
    },
  })

  return (
    <Dialog
      title={t(choice ? 'address.check.title' : 'address.title')}
      subject={t('subject', { energy: contract.energy, name: contract.name })}
      isWide={shownMode === 'new' && !choice}
      onClose={onClose}
    >
      {addresses.isPending && <Skeleton />}
      <ContactConflict current={current} onClose={onClose} onChanged={onChanged} />
      {choice && (
        <AddressReview
          choice={choice}
          failure={failure}
          isSending={isSending}
          onBack={() => setChoice(null)}
          onChange={() => void change(choice)}
        />
      )}
      {!addresses.isPending && (
        <div hidden={choice !== null}>
          <div className="stack">
            {addresses.isError && <Banner tone="notice">{t('address.loadFailed')}</Banner>}
            <AddressForms
              {...{ contract, others, shownMode, refusedFieldsOf, onClose }}
              onMode={setMode}
              onReview={setChoice}
            />
          </div>
        </div>
      )}
    </Dialog>
  )
}

type AddressFormsProps = Pick<CorrespondenceDialogProps, 'contract' | 'onClose'> & {
  /** The known addresses besides the present one. */
  others: Parameters<typeof KnownAddressForm>[0]['addresses']
  shownMode: AddressChoice['kind']
  refusedFieldsOf: (kind: AddressChoice['kind']) => ReturnType<typeof useChangeSubmission>['fields']
  onMode: (mode: AddressChoice['kind']) => void
  onReview: (choice: AddressChoice) => void
}

/** The known addresses and a new one, of which one is shown. */
function AddressForms({ contract, others, shownMode, refusedFieldsOf, onMode, onReview, onClose }: AddressFormsProps) {
  const t = useTranslations('correspondence')
  return (
    <>
      {others.length > 0 && (
        <>
          <SegmentedControl
            label={t('address.mode.label')}
            options={[
              { value: 'known', label: t('address.mode.existing') },
              { value: 'new', label: t('address.mode.new') },
            ]}
            value={shownMode}
            onValue={onMode}
          />
          <div hidden={shownMode !== 'known'}>
            <KnownAddressForm
              addresses={others}
              refused={refusedFieldsOf('known')}
              onReview={onReview}
              onClose={onClose}
            />
          </div>
        </>
      )}
      <div hidden={shownMode !== 'new'}>
        <NewAddressForm
          contact={contract.contact}
          refused={refusedFieldsOf('new')}
          onReview={onReview}
          onClose={onClose}
        />
      </div>
    </>
  )
}

type AddressChangeHandlers = { onRefused: () => void; onDone: () => void }

function useAddressChange(
  contract: CorrespondenceDialogProps['contract'],
  { onRefused, onDone }: AddressChangeHandlers,
) {
  const t = useTranslations('correspondence')
  const sendCall = useSend()
  const toast = useToast()
  const [refusedKind, setRefusedKind] = useState<AddressChoice['kind']>()
  const { isSending, fields, failure, current, send } = useChangeSubmission(
    t('address.failed'),
    contract.versions?.contact,
    'correspondence',
  )

  const refusedFieldsOf = (kind: AddressChoice['kind']) => (refusedKind === kind ? fields : undefined)

  async function change(chosen: AddressChoice) {
    const request = { params: { contractName: contract.name }, query: { type: contract.energy } }
    const outcome = await send((version) =>
      chosen.kind === 'new'
        ? sendCall(addNotificationAddress, { ...request, body: { ...chosen.body, version } })
        : sendCall(chooseNotificationAddress, { ...request, body: { addressId: chosen.address.id, version } }),
    )
    // Field errors from the server are shown beside the fields.
    if (outcome === 'fields') {
      setRefusedKind(chosen.kind)
      onRefused()
    }
    if (outcome !== 'done') return
    toast(t('address.done'))
    onDone()
  }

  return { isSending, refusedFieldsOf, failure, current, change }
}
