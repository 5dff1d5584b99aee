// What pdfkit 0.20 offers beyond its published types, which describe 0.17.
import type { Font } from 'fontkit'

declare global {
  namespace PDFKit {
    interface PDFOutline {
      /** `top` counts in points from the top of the page and holds where `fit` is false. */
      addItem(title: string, options: { top: number; left: number; fit: false; expanded: boolean }): PDFOutline
    }

    namespace Mixins {
      interface PDFFont {
        registerFont(name: string, font: Font): this
      }

      interface StructureElementOptions {
        /** What a header cell is the header of. */
        scope?: 'Column' | 'Row'
        placement?: 'Block' | 'Inline'
        /** Left, top, right and bottom in points from the top left corner of the page. */
        bbox?: [number, number, number, number]
      }
    }
  }
}
