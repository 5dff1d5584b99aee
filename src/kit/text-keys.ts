/** The keys of nested texts, joined by dots. */
export type TextKeys<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${TextKeys<Texts[Key]>}`
}[keyof Texts & string]

/** The texts of a namespace that only the server uses: those of PDF documents and of mails. No browser receives them. */
export const serverTextKeys = ['document', 'mails'] as const
