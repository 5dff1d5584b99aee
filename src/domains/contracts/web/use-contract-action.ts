import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Search } from '#kit/web/page.ts'

/** What a contract's address may ask to be done there. */
type ContractAction = 'download' | 'consumption'

/**
 * What the address asks to be done with the contract: `download` is for whoever shows that button, `consumption` leads to
 * that section. The address forgets it at once, so that coming back does not do it again.
 */
export function useContractAction(): ContractAction | undefined {
  const navigate = useNavigate()
  const { action } = useSearch({ strict: false }) as Search
  const known = action === 'download' || action === 'consumption' ? action : undefined
  useEffect(() => {
    if (!known) return
    void navigate({
      to: '.',
      search: (({ action: _, ...others }: Search) => others) as never,
      hash: known === 'consumption' ? 'consumption' : undefined,
      replace: true,
    })
  }, [known, navigate])
  return known
}
