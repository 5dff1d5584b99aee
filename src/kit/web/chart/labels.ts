/** Every which label is written, so that hours and months keep their rhythm. */
const rhythms = [1, 2, 3, 4, 6] as const

/** Every which label is written for none to touch the next; null when not even every sixth has room. */
export function labelRhythm(widestPx: number, slotPx: number, gapPx: number): number | null {
  return rhythms.find((every) => widestPx + gapPx <= every * slotPx) ?? null
}

/** Where a text of this width begins whose middle should be at `middlePx` and which must stay on the canvas. */
export function labelStart(middlePx: number, widthPx: number, canvasWidthPx: number): number {
  return Math.min(Math.max(0, middlePx - widthPx / 2), canvasWidthPx - widthPx)
}
