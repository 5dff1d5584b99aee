import { useSyncExternalStore } from 'react'
import { useDownload } from '#kit/web/action/use-download.ts'
import { downloadSignatureDocument } from '../downloads.ts'

/** Returns the address at which a browser shows the document to sign, its summary or its annex. */
export function useDocumentAddress(signatureId: string, type: 'original' | 'summary' | 'annex' = 'original'): string {
  const query = { type, disposition: 'inline' } as const
  return useDownload({ call: downloadSignatureDocument, params: { signatureId }, query }).href
}

/** Returns whether this browser shows a PDF within a page, which the server cannot know. */
export function useCanShowPdf(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => navigator.pdfViewerEnabled,
    () => false,
  )
}
