import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './popover.module.css'

const gapPx = 4

/** The attributes that the button of a popover needs. */
export type PopoverButton = { id: string; popoverTarget: string; 'aria-haspopup'?: 'dialog' }

type PopoverProps = {
  /** The edge of the button with which the panel is aligned. */
  align?: 'start' | 'end'
  /** Whether the content is part of the page from the start, so that it also opens without script. */
  isEager?: boolean
  button: (props: PopoverButton) => ReactNode
  /** Renders the content, given a function that closes the popover and returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/**
 * A panel opened by a button beside it. It is the browser's own popover, which handles Escape, presses outside and the
 * return of the focus. Its content is rendered when it first opens, because a list has one in each row.
 */
export function Popover({ align = 'start', isEager = false, button, children }: PopoverProps) {
  const panelId = useId()
  const buttonId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isRendered, setRendered] = useState(isEager)

  useEffect(() => {
    // It may have been opened before the script of the page had loaded.
    if (!isEager && panel.current?.matches(':popover-open')) setRendered(true)
  }, [isEager])

  function prepare(event: ToggleEvent<HTMLDivElement>) {
    const opener = document.getElementById(buttonId)
    if (event.newState !== 'open' || !opener) return
    // At once: the browser focuses what is in the panel when it opens.
    flushSync(() => setRendered(true))
    positionBeside(event.currentTarget, opener, align)
  }

  return (
    <>
      {button({ id: buttonId, popoverTarget: panelId })}
      <div ref={panel} id={panelId} popover="auto" className={styles.panel} onBeforeToggle={prepare}>
        {isRendered && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}

// Below the button, or above it where there is more room; positioned on the page rather than the window, so that it
// scrolls along. Measured from the top, because the bottom of the page may be far below that of the window.
function positionBeside(panel: HTMLElement, opener: HTMLElement, align: 'start' | 'end') {
  const box = opener.getBoundingClientRect()
  const page = document.documentElement
  const isBelow = box.bottom < innerHeight * 0.6
  const offsets = {
    top: `${scrollY + (isBelow ? box.bottom + gapPx : box.top - gapPx)}px`,
    rise: isBelow ? '0' : '-100%',
    left: align === 'start' ? `${box.left + scrollX}px` : 'auto',
    right: align === 'end' ? `${page.clientWidth - box.right - scrollX}px` : 'auto',
  }
  for (const [side, offset] of Object.entries(offsets)) panel.style.setProperty(`--panel-${side}`, offset)
}
