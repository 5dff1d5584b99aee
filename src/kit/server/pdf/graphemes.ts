const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Splits a text into graphemes: each a `segment` with its combining marks, and the `index` where it begins. */
export function segmentGraphemes(text: string): Intl.Segments {
  return segmenter.segment(text)
}
