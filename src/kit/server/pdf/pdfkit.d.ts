// The parts of pdfkit 0.20 that its published types, which describe 0.17, lack.
import type { Font } from 'fontkit'

declare global {
  namespace PDFKit {
    interface PDFOutline {
      /** `top` is in points from the top of the page and applies where `fit` is false. */
      addItem(title: string, options: { top: number; left: number; fit: false; expanded: boolean }): PDFOutline
    }

    namespace Mixins {
      interface PDFFont {
        registerFont(name: string, font: Font): this
      }

      interface StructureElementOptions {
        /** The direction in which a header cell applies. */
        scope?: 'Column' | 'Row'
        placement?: 'Block' | 'Inline'
        /** Left, top, right and bottom in points from the top left corner of the page. */
        bbox?: [number, number, number, number]
      }
    }
  }
}
