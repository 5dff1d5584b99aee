import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { obstacleTo, type SignedChange } from '../rules.ts'
import { ChangeActions } from './change-actions.tsx'
import { type ChangeableContract, openChanges } from './changeable-contract.ts'
import { changesQuery } from './queries.ts'
import { useRequestedChange } from './use-requested-change.ts'

const dialogs = {
  power: lazyPart(async () => (await import('./power-dialog.tsx')).PowerDialog),
  iban: lazyPart(async () => (await import('./iban-dialog.tsx')).IbanDialog),
  no_cession_sips: lazyPart(async () => (await import('./sips-dialog.tsx')).SipsDialog),
}

// Few contracts have one.
const RequestRows = lazyPart(async () => (await import('./request-rows.tsx')).RequestRows)

/** The section of signed contract changes, and the state of those already requested. */
export function ChangesSection({ id, contract }: { id: string; contract: ChangeableContract }) {
  const t = useTranslations('changes')
  const offered = useOfferedChanges(contract)
  const { data: requests, isError, error, isFetching, refetch } = useQuery(changesQuery(useSend(), contract.name))
  const disabledReason = useChangeObstacle(contract, requests ?? [])
  const [open, setOpen] = useState<SignedChange | null>(null)
  const [suggestedWatts, setSuggested] = useState<readonly (number | null)[]>([])
  useRequestedChange((change, watts) => {
    if (!offered.includes(change)) return
    setSuggested(watts)
    setOpen(change)
  })
  if (offered.length === 0 && !requests?.length) return null

  const close = () => {
    setSuggested([])
    setOpen(null)
  }
  return (
    <section id={id} className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('title')}</h2>
      <ChangeActions contract={contract} offered={offered} disabledReasonOf={disabledReason} onOpen={setOpen} />
      {isError && (
        <ErrorState title={t('requests.failed')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('requests.failedText')}
        </ErrorState>
      )}
      <Suspense>{requests && requests.length > 0 && <RequestRows contract={contract} requests={requests} />}</Suspense>
      <OpenDialog
        change={open}
        contract={contract}
        suggestedWatts={suggestedWatts}
        disabledReason={open && disabledReason(open)}
        onClose={close}
      />
    </section>
  )
}

/** Returns the changes that the retailer offers for this kind of contract. Gas has no power to change. */
function useOfferedChanges({ energy }: ChangeableContract): SignedChange[] {
  const { features, ibanChange } = useCustomerSettings()
  return [
    ...(features.powerChange && energy === 'electricity' ? ['power' as const] : []),
    ...(ibanChange.enabled ? ['iban' as const] : []),
    ...(features.noCesionSips ? ['no_cession_sips' as const] : []),
  ]
}

/** Returns why a change cannot be requested, as display text. */
function useChangeObstacle(contract: ChangeableContract, requests: readonly { kind: string; isOpen: boolean }[]) {
  const t = useTranslations('changes.obstacles')
  const readonlyReason = useReadonlyReason()
  const open = openChanges(contract, requests)
  return (change: SignedChange): string | undefined => {
    const obstacle = obstacleTo(change, { ...contract, open })
    return obstacle ? t(obstacle) : readonlyReason
  }
}

type OpenDialogProps = {
  change: SignedChange | null
  contract: ChangeableContract
  suggestedWatts: readonly (number | null)[]
  disabledReason: string | null | undefined
  onClose: () => void
}

// Once requested in the dialog, the change becomes an obstacle to another request. That must not close the dialog.
function OpenDialog({ change, contract, suggestedWatts, disabledReason, onClose }: OpenDialogProps) {
  const [started, setStarted] = useState<SignedChange | null>(null)
  if (change === null) {
    if (started) setStarted(null)
    return null
  }
  if (disabledReason && started !== change)
    return <ObstacleDialog change={change} disabledReason={disabledReason} onClose={onClose} />
  if (started !== change) setStarted(change)
  const ChangeDialogForKind = dialogs[change]
  return (
    <Suspense>
      <ChangeDialogForKind contract={contract} suggestedWatts={suggestedWatts} onClose={onClose} />
    </Suspense>
  )
}

function ObstacleDialog({
  change,
  disabledReason,
  onClose,
}: {
  change: SignedChange
  disabledReason: string
  onClose: () => void
}) {
  const t = useTranslations('changes')
  return (
    <Dialog title={t(`actions.${change}`)} onClose={onClose}>
      <p>{disabledReason}</p>
      <DialogActions>
        <Button onClick={onClose}>{t('dialog.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
