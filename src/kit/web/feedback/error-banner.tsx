import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'

/** The error of the last action, announced as it appears; empty while there is none. */
export function ErrorBanner({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Banner tone="negative" isAlert>
      {children}
    </Banner>
  )
}
