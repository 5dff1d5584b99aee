import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import type { ContractModel } from '../parse-contract.ts'
import { useInvalidateContract, useUnchangeableReason } from './use-contract-change.ts'

const AddressDialog = lazyPart(
  async () => (await import('#domains/correspondence/web/address-dialog.tsx')).AddressDialog,
)

/**
 * The dialog for the postal address, opened once when the page's address requests it. It does not open where the
 * address cannot be changed: the page explains why.
 */
export function RequestedAddressChange({ contract }: { contract: ContractModel }) {
  const { notificacionAddressChange } = useCustomerSettings().features
  const disabledReason = useUnchangeableReason(contract)
  const onChanged = useInvalidateContract()
  const [isOpen, setOpen] = useState(false)
  useAddressChangeRequest(() => setOpen(notificacionAddressChange && disabledReason === undefined))
  return (
    <Suspense>
      {isOpen && <AddressDialog contract={contract} onClose={() => setOpen(false)} onChanged={onChanged} />}
    </Suspense>
  )
}

function useAddressChangeRequest(onRequest: () => void) {
  const navigate = useNavigate()
  const isRequested = (useSearch({ strict: false }) as SearchParams).action === 'notifAddrChange'
  const notifyRequest = useEffectEvent(onRequest)
  useEffect(() => {
    if (!isRequested) return
    notifyRequest()
    void navigate({
      to: '.',
      search: (({ action: _, ...others }: SearchParams) => others) as never,
      replace: true,
    })
  }, [isRequested, navigate])
}
