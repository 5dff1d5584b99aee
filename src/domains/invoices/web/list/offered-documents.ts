import type { DocumentType } from '../../downloads.ts'

/** The documents besides the plain PDF, which is always available. */
export type FurtherType = Exclude<DocumentType, 'pdf'>

/** The setting that offers each document. */
const settingOf: Record<FurtherType, 'signed_pdf' | 'curve' | 'signed_xml'> = {
  signed_pdf: 'signed_pdf',
  curve_csv: 'curve',
  signed_xml: 'signed_xml',
}

/** Returns the documents of an invoice besides the plain PDF that the retailer offers. */
export function offeredDocuments(documents: readonly DocumentType[], downloadTypes: readonly string[]): FurtherType[] {
  return documents.filter((type) => type !== 'pdf').filter((type) => downloadTypes.includes(settingOf[type]))
}
