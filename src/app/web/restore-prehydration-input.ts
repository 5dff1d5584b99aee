/**
 * Passes input from before hydration to React, whether typed by a quick user or autofilled by the browser: React leaves
 * such values visible but does not know them, and would empty the fields at the next key.
 */
export async function restorePrehydrationInput() {
  // A file cannot be restored, and a combobox would open its suggestions without a user.
  const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=file], [role=combobox]), textarea')
  const changedFields = [...fields]
    .map((field) => ({ field, value: field.value, checked: field.checked }))
    .filter(({ field, value, checked }) =>
      isTicked(field) ? checked !== field.defaultChecked : value !== field.defaultValue,
    )
  for (const { field, value, checked } of changedFields) {
    // Renders each field before the next, for forms with a single state object.
    await null
    const input = () => field.dispatchEvent(new Event('input', { bubbles: true }))
    // Has no effect on the value yet, but makes React hydrate the part of the page with the field.
    input()
    // Resets the value through React's own setters first, so that the input counts as a change.
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
