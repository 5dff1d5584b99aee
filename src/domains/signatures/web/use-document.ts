import { useSyncExternalStore } from 'react'
import { useDownload } from '#kit/web/use-download.ts'
import { downloadSignatureDocument } from '../downloads.ts'

/** The address at which a browser shows the document to sign. */
export function useDocumentAddress(signatureId: string): string {
  const query = { type: 'original', disposition: 'inline' } as const
  return useDownload({ call: downloadSignatureDocument, params: { signatureId }, query }).href
}

/** Whether this browser shows a PDF within a page. A server cannot know. */
export function useShowsPdf(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => navigator.pdfViewerEnabled,
    () => false,
  )
}
