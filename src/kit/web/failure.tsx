import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'

/** What has just failed, read out as it appears; nothing while nothing has. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Banner tone="negative" isNews>
      {children}
    </Banner>
  )
}
