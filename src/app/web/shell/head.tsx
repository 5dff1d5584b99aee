import { lazy, Suspense } from 'react'
import { Logo } from '#domains/operator/web/logo.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
// The operator's HTML is drawn with the page; only what its links do may come later.
import '#domains/operator/web/html-blocks.module.css'

const OperatorBlocks = lazy(async () => ({
  default: (await import('#domains/operator/web/operator-blocks.tsx')).OperatorBlocks,
}))

/** What stands over the menu: the logo, or the operator's own blocks where they have any. */
export function Head() {
  const { header, features } = useSettings()
  const { blocks } = useBoot()
  const hasBlocks = header.variant === 'serverElements' && features.enableServerElements && blocks.length > 0
  if (!hasBlocks) return <Logo />
  return (
    <Suspense>
      <OperatorBlocks group="Header" otherwise={<Logo />} />
    </Suspense>
  )
}
