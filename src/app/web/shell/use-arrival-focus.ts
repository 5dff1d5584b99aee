import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** On another page the focus begins at its heading, so that it is read out; within a page it stays where it is. */
export function useArrivalFocus() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
        if (!fromLocation || !pathChanged || toLocation.hash) return
        const heading = document.querySelector<HTMLElement>('#content h1')
        if (heading) heading.tabIndex = -1
        heading?.focus({ preventScroll: true })
      }),
    [router],
  )
}
