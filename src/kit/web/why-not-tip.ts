import styles from './why-not-tip.module.css'

/** How long it stays after a finger has left (specification, point 9). */
const touchLeaveDelayMs = 5000
const gapPx = 8

/**
 * Says beside a control that was pressed why it cannot be used: a title is seen by nobody who has no mouse. It goes by
 * itself, and with whatever is done next.
 */
export function showWhyNot(control: HTMLElement, reason: string) {
  const tip = document.createElement('div')
  tip.className = styles.tip!
  tip.popover = 'manual'
  tip.role = 'status'
  tip.textContent = reason
  // Beside an open dialog nothing is read out.
  const place = control.closest('dialog') ?? document.body
  place.append(tip)
  tip.showPopover()
  putBeside(tip, control)

  const gone = new AbortController()
  const leave = () => {
    gone.abort()
    tip.remove()
  }
  for (const what of ['pointerdown', 'keydown', 'scroll'])
    document.addEventListener(what, leave, { capture: true, signal: gone.signal })
  setTimeout(leave, touchLeaveDelayMs)
}

/** Below the control, or above it where there is no room; in line with its other edge where it would leave the window. */
function putBeside(tip: HTMLElement, control: HTMLElement) {
  const box = control.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const isBelow = box.bottom + gapPx + height < innerHeight
  const top = isBelow ? box.bottom + gapPx : box.top - gapPx - height
  const fits = box.left + width + gapPx < document.documentElement.clientWidth
  const left = fits ? box.left : Math.max(gapPx, box.right - width)
  tip.style.setProperty('--tip-top', `${top}px`)
  tip.style.setProperty('--tip-left', `${left}px`)
}
