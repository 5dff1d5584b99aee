import { useNavigate } from '@tanstack/react-router'

/** Returns a function that navigates to an address in key form, as a link would; `replace` adds no history entry. */
export function useGoTo(): (address: string, options?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  return (address, { replace = false } = {}) => {
    const { pathname, searchParams, hash } = new URL(address, 'http://portal.invalid')
    return navigate({
      to: pathname,
      search: Object.fromEntries(searchParams) as never,
      hash: hash.slice(1) || undefined,
      replace,
    })
  }
}
