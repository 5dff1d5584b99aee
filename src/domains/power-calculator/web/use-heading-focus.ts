import { useEffect, useRef } from 'react'

/** Scrolls to and focuses the heading when the stage changes, so that it is announced, but not on the first render. */
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
