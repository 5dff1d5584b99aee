import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'

/**
 * Returns a part of the location, from when a page begins to be opened. It follows in a transition, so that what shows it
 * does not delay the frame that responds to the tap; the router's own hook renders everything at once.
 */
export function useOpenedLocation<Part extends string | undefined>(select: (location: ParsedLocation) => Part): Part {
  const router = useRouter()
  const [part, setPart] = useState(() => select(router.state.location))
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ toLocation }) => startTransition(() => setPart(() => select(toLocation)))),
    [router, select],
  )
  return part
}
