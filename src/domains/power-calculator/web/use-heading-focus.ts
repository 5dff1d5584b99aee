import { useEffect, useRef } from 'react'

/** Brings the heading in sight and reads it out when the page has become another, not when it is first shown. */
export function useHeadingFocus(stage: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(stage)
  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    heading.current?.focus()
  }, [stage])
  return heading
}
