import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Search } from '#kit/web/page.ts'
import type { SignedChange } from '../rules.ts'

/** The changes by what an address asks to be done with a contract. */
const changeOfAction: Readonly<Record<string, SignedChange>> = {
  powChange: 'power',
  ibanChange: 'iban',
  noCesionSips: 'no_cession_sips',
}

/** Hands over the change that the address asks for, once: the address forgets it, so that coming back does not ask again. */
export function useAskedChange(take: (change: SignedChange) => void) {
  const navigate = useNavigate()
  const { action } = useSearch({ strict: false }) as Search
  const change = action === undefined ? undefined : changeOfAction[action]
  const handOver = useEffectEvent(take)
  useEffect(() => {
    if (!change) return
    handOver(change)
    void navigate({
      to: '.',
      search: (({ action: _, ...others }: Search) => others) as never,
      replace: true,
    })
  }, [change, navigate])
}
