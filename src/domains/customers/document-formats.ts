/**
 * The formats that people can ask for who read or hear badly (Ley 10/2025, articles 4.2.e and 15): documents in large
 * letters, easy reading beside what they are sent, and answers told in a call.
 */
export const documentFormats = ['large_print', 'easy_reading', 'audio'] as const
export type DocumentFormat = (typeof documentFormats)[number]
