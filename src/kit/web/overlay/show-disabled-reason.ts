/** Shows beside a pressed control why it is disabled; the tooltip code is loaded on demand. */
export async function showDisabledReason(control: HTMLElement, reason: string) {
  const { openDisabledReasonTooltip } = await import('./disabled-reason-tooltip.ts')
  openDisabledReasonTooltip(control, reason)
}
