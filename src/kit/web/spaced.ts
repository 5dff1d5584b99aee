/** The names that apply, as the attributes class and aria-describedby list them; undefined where none does. */
export function spaced(...names: (string | false | '' | 0 | 0n | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
