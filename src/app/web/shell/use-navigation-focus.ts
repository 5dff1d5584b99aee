import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to the heading of a new page, so that it is read out; within a page it stays where it is. */
export function useNavigationFocus() {
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
