/** Joins the names that apply, for the attributes class and aria-describedby; undefined where none does. */
export function classNames(...names: (string | false | '' | 0 | 0n | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
