import { readComparatorCode } from '#vocabulary/comparator-code.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { parsePostcode } from '#vocabulary/postcode.ts'
import type { ContractPrefill } from '../draft/prefill.ts'

/** The fields of a new contract that the address on a bill can fill. */
export type BillField = 'cups' | 'postcode' | 'powers' | 'yearKwh'

export type BillPrefill = { prefill: Omit<ContractPrefill, 'cups'> & { cups: string | null }; fields: BillField[] }

const powerNames = ['pP1', 'pP2', 'pP3', 'pP4', 'pP5', 'pP6'] as const
const yearNames = ['caP1', 'caP2', 'caP3'] as const

/**
 * Returns what the comparator address on an electricity bill says about its supply, in the form of a new contract; null
 * if the text is no such address, or says nothing that the form asks.
 */
export function prefillOfBill(address: string): BillPrefill | null {
  const code = readComparatorCode(address)
  if (!code) return null
  const cups = parseCups(code.cups ?? '')
  const postcode = parsePostcode(code.cp)
  const kw = powerNames.flatMap((name) => (Number(code[name]) > 0 ? Number(code[name]) : []))
  const yearKwh = Math.round(yearNames.reduce((sum, name) => sum + Number(code[name] ?? 0), 0))
  const known: Record<BillField, boolean> = {
    cups: cups !== null,
    postcode: postcode !== undefined,
    powers: kw.length > 0,
    yearKwh: yearKwh > 0,
  }
  const fields = (Object.keys(known) as BillField[]).filter((field) => known[field])
  if (fields.length === 0) return null
  return {
    fields,
    prefill: {
      energy: 'electricity',
      cups,
      postcode: postcode ?? null,
      ...(kw.length > 0 && { powers: { kw, areRequested: false } }),
      ...(yearKwh > 0 && { yearKwh }),
    },
  }
}
