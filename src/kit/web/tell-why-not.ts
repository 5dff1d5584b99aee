/** Says beside a control that was pressed why it cannot be used; what draws it comes when it is needed. */
export async function tellWhyNot(control: HTMLElement, reason: string) {
  const { showWhyNot } = await import('./why-not-tip.ts')
  showWhyNot(control, reason)
}
