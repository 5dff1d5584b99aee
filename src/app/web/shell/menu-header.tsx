import { Suspense } from 'react'
import { Logo } from '#domains/retailer/web/logo.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot } from '#kit/web/portal.ts'
// The operator's HTML is rendered with the page; only the behaviour of its links may load later.
import '#domains/retailer/web/html-blocks.module.css'

const RetailerBlocks = lazyPart(async () => (await import('#domains/retailer/web/retailer-blocks.tsx')).RetailerBlocks)

/** The header above the menu: the logo, or the operator's own blocks if there are any. */
export function MenuHeader() {
  const { header, features } = useSettings()
  const { blocks } = useBoot()
  const hasBlocks = header.variant === 'serverElements' && features.enableServerElements && blocks.length > 0
  if (!hasBlocks) return <Logo />
  return (
    <Suspense>
      <RetailerBlocks group="Header" fallback={<Logo />} />
    </Suspense>
  )
}
