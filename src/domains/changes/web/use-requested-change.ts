import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { SearchParams } from '#kit/web/page.ts'
import { wattsFromKw } from '#vocabulary/power.ts'
import type { SignedChange } from '../rules.ts'

/** The change for each action that an address can request on a contract. */
const changeOfAction: Readonly<Record<string, SignedChange>> = {
  powChange: 'power',
  ibanChange: 'iban',
  noCesionSips: 'no_cession_sips',
}

/** The parameters for the suggested powers of a power change by period, in kW. */
const suggestedPowerNames = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']

/**
 * Passes the change requested by the address with its suggested powers, P1 first, to the callback once. The parameters
 * are then removed from the address, so that returning to it does not request the change again.
 */
export function useRequestedChange(onRequested: (change: SignedChange, suggestedWatts: (number | null)[]) => void) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as SearchParams
  const change = search.action === undefined ? undefined : changeOfAction[search.action]
  const notifyRequested = useEffectEvent(() => {
    if (change)
      onRequested(
        change,
        suggestedPowerNames.map((name) => wattsFromKw(search[name] ?? '')),
      )
  })
  useEffect(() => {
    if (!change) return
    notifyRequested()
    const consumedParameters = ['action', ...suggestedPowerNames]
    void navigate({
      to: '.',
      search: ((all: SearchParams) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !consumedParameters.includes(name)))) as never,
      replace: true,
    })
  }, [change, navigate])
}
