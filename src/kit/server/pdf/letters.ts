const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** The letters of a text, each with the marks that belong to it as one `segment`, and the `index` where it begins. */
export function lettersOf(text: string): Intl.Segments {
  return segmenter.segment(text)
}
