/**
 * Tells the portal's script what was written before it was there, by somebody quick or by a browser that fills in forms: React
 * leaves such values in sight, knows nothing of them, and would empty the fields at the next key.
 */
export async function tellWrittenEarly() {
  // A file cannot be put back, and a list of suggestions opens for nobody who is not there.
  const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=file], [role=combobox]), textarea')
  const written = [...fields]
    .map((field) => ({ field, value: field.value, checked: field.checked }))
    .filter(({ field, value, checked }) =>
      isTicked(field) ? checked !== field.defaultChecked : value !== field.defaultValue,
    )
  for (const { field, value, checked } of written) {
    // Each is drawn before the next, for forms that keep their values together.
    await null
    const input = () => field.dispatchEvent(new Event('input', { bubbles: true }))
    // Tells nothing yet, but has React take over the part of the page where the field is.
    input()
    // First through React's own setters, so that what follows is news to it.
    if (isTicked(field)) {
      field.checked = !checked
      field.click()
    } else {
      field.value = field.defaultValue
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
      input()
    }
  }
}

function isTicked({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio'
}
