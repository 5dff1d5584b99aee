/** A number as somebody writes it in a form, with comma or point, as an exact decimal; null where it is left empty. */
export function typedDecimal(typed: FormDataEntryValue | null): string | null {
  const written = String(typed ?? '').trim()
  return written.replace(',', '.') || null
}
