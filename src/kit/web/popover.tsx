import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import styles from './popover.module.css'

const gapPx = 4

/** What the button of a popover must carry. */
export type PopoverButton = { id: string; popoverTarget: string; 'aria-haspopup'?: 'dialog' }

type PopoverProps = {
  /** The edge of the button with which the panel is in line. */
  align?: 'start' | 'end'
  button: (props: PopoverButton) => ReactNode
  /** Made with the way to close it, which gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/**
 * A panel that a button opens beside itself: the browser's own popover, so Escape, a press outside and the return of the
 * focus are the browser's, and it opens before the page has its script.
 */
export function Popover({ align = 'start', button, children }: PopoverProps) {
  const panelId = useId()
  const buttonId = useId()
  const panel = useRef<HTMLDivElement>(null)

  function place(event: ToggleEvent<HTMLDivElement>) {
    const opener = document.getElementById(buttonId)
    if (event.newState === 'open' && opener) placeBeside(event.currentTarget, opener, align)
  }

  return (
    <>
      {button({ id: buttonId, popoverTarget: panelId })}
      <div ref={panel} id={panelId} popover="auto" className={styles.panel} onBeforeToggle={place}>
        {children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}

// Below the button, or above it where there is more room; on the page rather than the window, so that it scrolls along.
// Measured from the top, because the bottom of the page may be far below that of the window.
function placeBeside(panel: HTMLElement, opener: HTMLElement, align: 'start' | 'end') {
  const box = opener.getBoundingClientRect()
  const page = document.documentElement
  const isBelow = box.bottom < innerHeight * 0.6
  const places = {
    top: `${scrollY + (isBelow ? box.bottom + gapPx : box.top - gapPx)}px`,
    rise: isBelow ? '0' : '-100%',
    left: align === 'start' ? `${box.left + scrollX}px` : 'auto',
    right: align === 'end' ? `${page.clientWidth - box.right - scrollX}px` : 'auto',
  }
  for (const [side, place] of Object.entries(places)) panel.style.setProperty(`--panel-${side}`, place)
}
