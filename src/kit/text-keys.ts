/** The keys of nested texts, joined by dots. */
export type TextKeys<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${TextKeys<Texts[Key]>}`
}[keyof Texts & string]
