import { useNavigate } from '@tanstack/react-router'

/** How to go to an address of the portal in key form, as a link would; `replace` leaves no way back to where one was. */
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
