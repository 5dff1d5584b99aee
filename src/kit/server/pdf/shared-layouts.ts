/** What pdfkit keeps of the font that is selected; its types do not tell. */
type SelectedFont = { font: object; layoutCache?: object }

/** Enough documents for the words of each kind to be laid out once, and few enough for names not to fill the memory. */
const documentsPerCache = 100

let layouts = new WeakMap<object, object>()
let documentsLeft = documentsPerCache

/** Forgets the laid out words after many documents. To be called for each document that begins. */
export function beginSharedLayouts(): void {
  documentsLeft--
  if (documentsLeft > 0) return
  layouts = new WeakMap()
  documentsLeft = documentsPerCache
}

/**
 * Lets the selected font of a document know the words that other documents have laid out in it. pdfkit scales a word once and
 * only reads it then; by itself it does so again for each document.
 */
export function shareLayouts(doc: object): void {
  const selected = (doc as { _font?: SelectedFont })._font
  if (!selected?.layoutCache) return
  const shared = layouts.get(selected.font) ?? Object.create(null)
  layouts.set(selected.font, shared)
  selected.layoutCache = shared
}
