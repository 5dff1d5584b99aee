import { lazy, Suspense } from 'react'
import { Logo } from '#domains/operator/web/logo.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
// The operator's HTML is rendered with the page; only the behaviour of its links may load later.
import '#domains/operator/web/html-blocks.module.css'

const OperatorBlocks = lazy(async () => ({
  default: (await import('#domains/operator/web/operator-blocks.tsx')).OperatorBlocks,
}))

/** The header above the menu: the logo, or the operator's own blocks if there are any. */
export function MenuHeader() {
  const { header, features } = useSettings()
  const { blocks } = useBoot()
  const hasBlocks = header.variant === 'serverElements' && features.enableServerElements && blocks.length > 0
  if (!hasBlocks) return <Logo />
  return (
    <Suspense>
      <OperatorBlocks group="Header" fallback={<Logo />} />
    </Suspense>
  )
}
