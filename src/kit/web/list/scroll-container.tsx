import { type ReactNode, useEffect, useRef, useState } from 'react'

type ScrollContainerProps = { label: string; className: string | undefined; children: ReactNode }

/**
 * A container for content that may be wider than it. When it is, the container can be focused and scrolled by keyboard.
 */
export function ScrollContainer({ label, className, children }: ScrollContainerProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [isWider, setIsWider] = useState(false)
  useEffect(() => {
    const { current } = ref
    if (!current) return
    const observer = new ResizeObserver(() => setIsWider(scrollsSideways(current)))
    for (const element of [current, ...current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={ref} className={className} {...(isWider && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      {children}
    </div>
  )
}

function scrollsSideways(element: Element): boolean {
  return element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX !== 'visible'
}
