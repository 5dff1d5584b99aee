import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SearchParams } from '#kit/web/page.ts'

/** The actions that a contract's address can request. */
type ContractAction = 'download' | 'consumption'

/**
 * Returns the action that the address requests for the contract: `download` is for the component with that button,
 * `consumption` leads to that section. It is removed from the address at once, so that returning does not repeat it.
 */
export function useContractAction(): ContractAction | undefined {
  const navigate = useNavigate()
  const { action } = useSearch({ strict: false }) as SearchParams
  const known = action === 'download' || action === 'consumption' ? action : undefined
  useEffect(() => {
    if (!known) return
    void navigate({
      to: '.',
      search: (({ action: _, ...others }: SearchParams) => others) as never,
      hash: known === 'consumption' ? 'consumption' : undefined,
      replace: true,
    })
  }, [known, navigate])
  return known
}
