import type { ParsedBankFile } from '../../rules.ts'
import { elementsAt, parseBankXml } from './bank-xml.ts'
import { parseCamt054 } from './parse-camt054.ts'
import { isNorma19, parseNorma19 } from './parse-norma19.ts'
import { parsePain002 } from './parse-pain002.ts'

/** Parses a file of a bank by what it holds, whatever its name. */
export function parseBankFile(bytes: Uint8Array): ParsedBankFile | { problem: 'unknown_format' | 'not_xml' } {
  const text = decodeBankFile(bytes)
  if (!text.trimStart().startsWith('<')) return isNorma19(text) ? parseNorma19(text) : { problem: 'unknown_format' }
  const document = parseBankXml(text)
  if (!document) return { problem: 'not_xml' }
  if (elementsAt(document, 'Document', 'BkToCstmrDbtCdtNtfctn').length) return parseCamt054(document, text)
  if (elementsAt(document, 'Document', 'CstmrPmtStsRpt').length) return parsePain002(document, text)
  return { problem: 'unknown_format' }
}

/** Decodes a file as UTF-8 or, if it is not valid UTF-8, in the encoding of Western European banks. */
function decodeBankFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('iso-8859-15').decode(bytes)
  }
}
