import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { usePortal } from '#kit/web/portal.ts'

type SignInElsewhereProps = {
  /** Signs in there once more, also where somebody is signed in, and comes back to this page. */
  isFresh?: boolean
  isWide?: boolean
  variant?: 'main' | 'second'
  children: ReactNode
}

/** Leads to the identity provider: an address of ours that sends on, so that it works without script as well. */
export function SignInElsewhere({ isFresh, children, ...look }: SignInElsewhereProps) {
  const { basePath } = usePortal()
  const { pathname, search } = useLocation({
    select: ({ pathname, search }) => ({ pathname, search: search as Search }),
  })
  const { redirectPath, pathParams } = search
  const back = isFresh ? { fresh: '1', redirectPath: pathname, ...search } : { redirectPath, pathParams }
  const query = new URLSearchParams(
    Object.entries(back).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  return (
    <ButtonLink {...look} href={`${basePath}/api/v2/user/openid/start?${query}`} target="_self">
      {children}
    </ButtonLink>
  )
}
