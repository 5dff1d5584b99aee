import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSending } from '#domains/changes/web/use-sending.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Dialog } from '#kit/web/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Segments } from '#kit/web/segments.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { addNotificationAddress, chooseNotificationAddress } from '../api.ts'
import { AddressCheck, type WantedAddress } from './address-check.tsx'
import { ChangedReach } from './changed-reach.tsx'
import { KnownAddressForm } from './known-address-form.tsx'
import { NewAddressForm } from './new-address-form.tsx'
import { addressesQuery } from './queries.ts'
import type { ChangeDialogProps } from './reached-contract.ts'

/**
 * Sends what is about a contract to another address: one that is known or a new one, which is looked over before. What was
 * typed stays behind the check and behind the other choice.
 */
export function AddressDialog({ contract, onClose, onChanged }: ChangeDialogProps) {
  const t = useTranslations('correspondence')
  const sendCall = useSend()
  const say = useToast()
  const addresses = useQuery(addressesQuery(sendCall))
  const others = (addresses.data ?? []).filter(({ id }) => id !== contract.contact.id)
  const [mode, setMode] = useState<'known' | 'new'>()
  const shown = mode ?? (others.length > 0 ? 'known' : 'new')
  const [wanted, setWanted] = useState<WantedAddress | null>(null)
  const [refusedKind, setRefusedKind] = useState<WantedAddress['kind']>()
  const { isSending, fields, failure, current, send } = useSending(
    t('address.failed'),
    contract.versions?.contact,
    'correspondence',
  )

  const refusedOf = (kind: WantedAddress['kind']) => (refusedKind === kind ? fields : undefined)

  async function change(wish: WantedAddress) {
    const sent = { params: { contractName: contract.name }, query: { type: contract.energy } }
    const outcome = await send((version) =>
      wish.kind === 'new'
        ? sendCall(addNotificationAddress, { ...sent, body: { ...wish.body, version } })
        : sendCall(chooseNotificationAddress, { ...sent, body: { addressId: wish.address.id, version } }),
    )
    // What the server says of fields is read beside them.
    if (outcome === 'fields') {
      setRefusedKind(wish.kind)
      setWanted(null)
    }
    if (outcome !== 'done') return
    say(t('address.done'))
    onChanged()
    onClose()
  }

  return (
    <Dialog
      title={t(wanted ? 'address.check.title' : 'address.title')}
      subject={t('subject', { energy: contract.energy, name: contract.name })}
      isWide={shown === 'new' && !wanted}
      onClose={onClose}
    >
      {addresses.isPending && <Skeleton />}
      <ChangedReach current={current} onClose={onClose} onChanged={onChanged} />
      {wanted && (
        <AddressCheck
          wanted={wanted}
          failure={failure}
          isSending={isSending}
          onBack={() => setWanted(null)}
          onChange={() => void change(wanted)}
        />
      )}
      {!addresses.isPending && (
        <div hidden={wanted !== null}>
          <div className="stack">
            {addresses.isError && <Banner tone="notice">{t('address.loadFailed')}</Banner>}
            {others.length > 0 && (
              <>
                <Segments
                  label={t('address.mode.label')}
                  options={[
                    { value: 'known', label: t('address.mode.existing') },
                    { value: 'new', label: t('address.mode.new') },
                  ]}
                  value={shown}
                  onValue={setMode}
                />
                <div hidden={shown !== 'known'}>
                  <KnownAddressForm
                    addresses={others}
                    refused={refusedOf('known')}
                    onReview={setWanted}
                    onClose={onClose}
                  />
                </div>
              </>
            )}
            <div hidden={shown !== 'new'}>
              <NewAddressForm
                contact={contract.contact}
                refused={refusedOf('new')}
                onReview={setWanted}
                onClose={onClose}
              />
            </div>
          </div>
        </div>
      )}
    </Dialog>
  )
}
