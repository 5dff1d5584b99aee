import { type ReactNode, useEffect, useRef, useState } from 'react'

type ScrollingProps = { label: string; className: string | undefined; children: ReactNode }

/** What may be wider than its place: reached and scrolled by the keyboard when it is. */
export function Scrolling({ label, className, children }: ScrollingProps) {
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
