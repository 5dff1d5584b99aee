import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Search } from '#kit/web/page.ts'
import { wattsFromKw } from '#vocabulary/power.ts'
import type { SignedChange } from '../rules.ts'

/** The changes by what an address asks to be done with a contract. */
const changeOfAction: Readonly<Record<string, SignedChange>> = {
  powChange: 'power',
  ibanChange: 'iban',
  noCesionSips: 'no_cession_sips',
}

/** Powers of the periods in kW that an address may suggest for a change of power. */
const suggestedPowerNames = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']

/**
 * Hands over the change that the address asks for, with the powers that it suggests, P1 first, once: the address forgets
 * them, so that coming back does not ask again.
 */
export function useAskedChange(take: (change: SignedChange, suggestedWatts: (number | null)[]) => void) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const change = search.action === undefined ? undefined : changeOfAction[search.action]
  const handOver = useEffectEvent(() => {
    if (change)
      take(
        change,
        suggestedPowerNames.map((name) => wattsFromKw(search[name] ?? '')),
      )
  })
  useEffect(() => {
    if (!change) return
    handOver()
    const asked = ['action', ...suggestedPowerNames]
    void navigate({
      to: '.',
      search: ((all: Search) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !asked.includes(name)))) as never,
      replace: true,
    })
  }, [change, navigate])
}
