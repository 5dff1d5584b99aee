import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import type { Search } from '#kit/web/page.ts'
import { useContractChanged, useWhyUnchangeable } from './changeable.ts'
import type { ReadContract } from './read-contract.ts'

const AddressDialog = lazy(async () => ({
  default: (await import('#domains/correspondence/web/address-dialog.tsx')).AddressDialog,
}))

/**
 * The change of the address for letters, where the page's address asks for it. It is asked for once, and not where it cannot
 * be changed: the page says why.
 */
export function AskedAddress({ contract }: { contract: ReadContract }) {
  const { notificacionAddressChange } = useCustomerSettings().features
  const whyNot = useWhyUnchangeable(contract)
  const changed = useContractChanged()
  const [isOpen, setOpen] = useState(false)
  useAsked(() => setOpen(notificacionAddressChange && whyNot === undefined))
  return (
    <Suspense>
      {isOpen && <AddressDialog contract={contract} onClose={() => setOpen(false)} onChanged={changed} />}
    </Suspense>
  )
}

function useAsked(take: () => void) {
  const navigate = useNavigate()
  const isAsked = (useSearch({ strict: false }) as Search).action === 'notifAddrChange'
  const handOver = useEffectEvent(take)
  useEffect(() => {
    if (!isAsked) return
    handOver()
    void navigate({
      to: '.',
      search: (({ action: _, ...others }: Search) => others) as never,
      replace: true,
    })
  }, [isAsked, navigate])
}
