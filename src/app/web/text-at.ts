import type { Texts } from './texts.ts'

/** Returns the text at a key with its namespace (`invoices.title`), if that has been loaded. */
export function textAt(messages: Texts, key: string): string | undefined {
  const text = key.split('.').reduce<unknown>((texts, name) => (texts as Texts | undefined)?.[name], messages)
  return typeof text === 'string' ? text : undefined
}
