import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '#kit/web/action/button.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { usePortal } from '#kit/web/portal.ts'

type SignInAtProviderProps = {
  /** Signs in again at the provider even if the user is signed in, and returns to this page. */
  isFresh?: boolean
  isWide?: boolean
  variant?: 'main' | 'second'
  children: ReactNode
}

/** Links to the identity provider through a redirect of the portal, so that it works without JavaScript as well. */
export function SignInAtProvider({ isFresh, children, ...buttonProps }: SignInAtProviderProps) {
  const { basePath } = usePortal()
  const { pathname, search } = useLocation({
    select: ({ pathname, search }) => ({ pathname, search: search as SearchParams }),
  })
  const { redirectPath, pathParams } = search
  const returnQuery = isFresh ? { fresh: '1', redirectPath: pathname, ...search } : { redirectPath, pathParams }
  const query = new URLSearchParams(
    Object.entries(returnQuery).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  return (
    <ButtonLink {...buttonProps} href={`${basePath}/api/v2/user/openid/start?${query}`} target="_self">
      {children}
    </ButtonLink>
  )
}
