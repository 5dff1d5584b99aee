import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Failed } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { obstacleTo, type SignedChange } from '../rules.ts'
import { ChangeActions } from './change-actions.tsx'
import { type ChangedContract, openChanges } from './changed-contract.ts'
import { changesQuery } from './queries.ts'
import { RequestRows } from './request-rows.tsx'
import { useAskedChange } from './use-asked-change.ts'

const dialogs = {
  power: lazy(async () => ({ default: (await import('./power-dialog.tsx')).PowerDialog })),
  iban: lazy(async () => ({ default: (await import('./iban-dialog.tsx')).IbanDialog })),
  no_cession_sips: lazy(async () => ({ default: (await import('./sips-dialog.tsx')).SipsDialog })),
}

/** What can be changed of a contract by signing for it, and how what was asked for stands. */
export function ChangesSection({ id, contract }: { id: string; contract: ChangedContract }) {
  const t = useTranslations('changes')
  const offered = useOffered(contract)
  const { data: requests, isError, error, isFetching, refetch } = useQuery(changesQuery(useSend(), contract.name))
  const whyNot = useWhyNot(contract, requests ?? [])
  const [open, setOpen] = useState<SignedChange | null>(null)
  const [suggestedWatts, setSuggested] = useState<readonly (number | null)[]>([])
  useAskedChange((change, watts) => {
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
      <ChangeActions contract={contract} offered={offered} whyNot={whyNot} onOpen={setOpen} />
      {isError && (
        <Failed title={t('requests.failed')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('requests.failedWords')}
        </Failed>
      )}
      {requests && requests.length > 0 && <RequestRows contract={contract} requests={requests} />}
      <OpenDialog
        change={open}
        contract={contract}
        suggestedWatts={suggestedWatts}
        whyNot={open && whyNot(open)}
        onClose={close}
      />
    </section>
  )
}

/** The changes that the retailer offers for this kind of contract: gas has no power to change. */
function useOffered({ energy }: ChangedContract): SignedChange[] {
  const { features, ibanChange } = useCustomerSettings()
  return [
    ...(features.powerChange && energy === 'electricity' ? ['power' as const] : []),
    ...(ibanChange.enabled ? ['iban' as const] : []),
    ...(features.noCesionSips ? ['no_cession_sips' as const] : []),
  ]
}

/** Why a change cannot be asked for, in words. */
function useWhyNot(contract: ChangedContract, requests: readonly { kind: string; isOpen: boolean }[]) {
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
  contract: ChangedContract
  suggestedWatts: readonly (number | null)[]
  whyNot: string | null | undefined
  onClose: () => void
}

// What is asked for in the dialog becomes an obstacle to asking again, and must not take the dialog away.
function OpenDialog({ change, contract, suggestedWatts, whyNot, onClose }: OpenDialogProps) {
  const [begun, setBegun] = useState<SignedChange | null>(null)
  if (change === null) {
    if (begun) setBegun(null)
    return null
  }
  if (whyNot && begun !== change) return <NotNow change={change} whyNot={whyNot} onClose={onClose} />
  if (begun !== change) setBegun(change)
  const Asking = dialogs[change]
  return (
    <Suspense>
      <Asking contract={contract} suggestedWatts={suggestedWatts} onClose={onClose} />
    </Suspense>
  )
}

function NotNow({ change, whyNot, onClose }: { change: SignedChange; whyNot: string; onClose: () => void }) {
  const t = useTranslations('changes')
  return (
    <Dialog title={t(`actions.${change}`)} onClose={onClose}>
      <p>{whyNot}</p>
      <DialogActions>
        <Button onClick={onClose}>{t('dialog.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
