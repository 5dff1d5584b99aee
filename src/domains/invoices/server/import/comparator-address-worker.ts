// Reads PDFs in a thread of its own, so that calls are answered meanwhile and a bad file ends no more than the thread.
import { parentPort } from 'node:worker_threads'
import { findCodeInPdf } from '#kit/server/pdf/find-code-in-pdf.ts'
import { readComparatorCode } from '#vocabulary/comparator-code.ts'

parentPort!.on('message', async (pdf: Uint8Array) => {
  parentPort!.postMessage(await findCodeInPdf(pdf, (text) => readComparatorCode(text) !== null))
})
