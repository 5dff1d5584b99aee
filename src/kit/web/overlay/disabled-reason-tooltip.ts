import styles from './disabled-reason-tooltip.module.css'

/** How long it stays after a touch has ended (specification, point 9). */
const touchLeaveDelayMs = 5000
const gapPx = 8

/**
 * Shows beside a pressed control why it is disabled, because a title attribute is only visible with a mouse. It
 * disappears after a while or with the next action.
 */
export function openDisabledReasonTooltip(control: HTMLElement, reason: string) {
  const tip = document.createElement('div')
  tip.className = styles.tip!
  tip.popover = 'manual'
  tip.role = 'status'
  tip.textContent = reason
  // Content outside an open modal dialog is not announced.
  const container = control.closest('dialog') ?? document.body
  container.append(tip)
  tip.showPopover()
  positionBeside(tip, control)

  const listenerAbort = new AbortController()
  const close = () => {
    listenerAbort.abort()
    tip.remove()
  }
  for (const eventName of ['pointerdown', 'keydown', 'scroll'])
    document.addEventListener(eventName, close, { capture: true, signal: listenerAbort.signal })
  setTimeout(close, touchLeaveDelayMs)
}

/**
 * Positions the tooltip below the control, or above it where there is no room; aligned with its other edge where it
 * would leave the window.
 */
function positionBeside(tip: HTMLElement, control: HTMLElement) {
  const box = control.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const isBelow = box.bottom + gapPx + height < innerHeight
  const top = isBelow ? box.bottom + gapPx : box.top - gapPx - height
  const fits = box.left + width + gapPx < document.documentElement.clientWidth
  const left = fits ? box.left : Math.max(gapPx, box.right - width)
  tip.style.setProperty('--tip-top', `${top}px`)
  tip.style.setProperty('--tip-left', `${left}px`)
}
