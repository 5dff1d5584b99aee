import type { TextKeys } from '#kit/text-keys.ts'
import type texts from '../../texts/es.json'

type DocumentTexts = (typeof texts)['document']
type InformationTopic = keyof DocumentTexts['information']
type FactLabel = keyof DocumentTexts['facts']

/** Where what a point says comes from. */
type PointSource = 'settings' | 'contract' | 'typed' | 'distributor' | 'prices' | 'law'

/** The letters of Real Decreto 88/2026, art. 30.1. */
export const articleLetters: readonly string[] = [...'abcdefghijklmnñopqrstuvw']

/** One thing that a contract must state: the fact, the section or the table that states it, and its source. */
type ContractPoint = {
  name: string
  /** The letters of the article that ask for it; none where another norm does. */
  letters: readonly string[]
  place: { fact: FactLabel } | { topic: InformationTopic } | { section: TextKeys<DocumentTexts['sections']> }
  source: PointSource
  /** The energy whose law requires it; null for both. */
  energy: 'electricity' | null
}

/**
 * What a supply contract in the free market must state, by Real Decreto 88/2026, art. 30.1. It is the law of
 * electricity; gas contracts state the same, except for what only that law gives.
 */
const contractPoints: readonly ContractPoint[] = [
  { name: 'company', letters: ['a'], place: { fact: 'retailer' }, source: 'settings', energy: null },
  { name: 'company address', letters: ['a'], place: { fact: 'retailerAddress' }, source: 'settings', energy: null },
  { name: 'holder', letters: [], place: { fact: 'holder' }, source: 'typed', energy: null },
  { name: 'CUPS', letters: ['b'], place: { fact: 'cups' }, source: 'typed', energy: null },
  { name: 'supply address', letters: [], place: { fact: 'supplyAddress' }, source: 'typed', energy: null },
  { name: 'supply policy', letters: ['b'], place: { fact: 'policy' }, source: 'contract', energy: null },
  { name: 'access policy', letters: ['b'], place: { fact: 'accessPolicy' }, source: 'distributor', energy: null },
  { name: 'distributor', letters: ['b'], place: { fact: 'distributor' }, source: 'contract', energy: null },
  { name: 'powers', letters: ['b'], place: { fact: 'powers' }, source: 'typed', energy: 'electricity' },
  { name: 'cadastral reference', letters: ['c'], place: { fact: 'cadastralReference' }, source: 'typed', energy: null },
  { name: 'CNAE', letters: ['c'], place: { fact: 'cnae' }, source: 'typed', energy: null },
  { name: 'comparator of the CNMC', letters: ['d'], place: { topic: 'comparator' }, source: 'law', energy: null },
  { name: 'modality', letters: ['e', 'f'], place: { topic: 'modality' }, source: 'law', energy: null },
  { name: 'prices', letters: ['w'], place: { section: 'prices' }, source: 'prices', energy: null },
  { name: 'start', letters: [], place: { topic: 'start' }, source: 'law', energy: null },
  {
    name: 'duration, renewal and leaving',
    letters: ['g', 'h'],
    place: { topic: 'duration' },
    source: 'contract',
    energy: null,
  },
  { name: 'penalty', letters: ['f'], place: { topic: 'penalty' }, source: 'contract', energy: null },
  { name: 'causes of ending', letters: ['h'], place: { topic: 'ending' }, source: 'law', energy: null },
  { name: 'withdrawal', letters: [], place: { topic: 'withdrawal' }, source: 'law', energy: null },
  { name: 'revision with its formula', letters: ['i'], place: { topic: 'revision' }, source: 'contract', energy: null },
  { name: 'change of terms', letters: ['j'], place: { topic: 'termsChange' }, source: 'law', energy: null },
  { name: 'promotions', letters: ['k'], place: { topic: 'promotions' }, source: 'prices', energy: null },
  { name: 'other services', letters: ['l'], place: { topic: 'services' }, source: 'contract', energy: null },
  { name: 'quality and connection', letters: ['m'], place: { topic: 'quality' }, source: 'law', energy: 'electricity' },
  { name: 'transfer and subrogation', letters: ['n'], place: { topic: 'transfer' }, source: 'law', energy: null },
  {
    name: 'care, disputes and body out of court',
    letters: ['ñ', 'o'],
    place: { topic: 'complaints' },
    source: 'settings',
    energy: null,
  },
  { name: 'meter', letters: ['p'], place: { topic: 'meter' }, source: 'law', energy: null },
  { name: 'compensation', letters: ['q'], place: { topic: 'compensation' }, source: 'law', energy: 'electricity' },
  { name: 'bills', letters: [], place: { topic: 'bills' }, source: 'contract', energy: null },
  { name: 'means of payment', letters: ['r'], place: { topic: 'payment' }, source: 'law', energy: null },
  { name: 'direct debit', letters: [], place: { section: 'mandate' }, source: 'typed', energy: null },
  { name: 'personal data', letters: ['s'], place: { topic: 'data' }, source: 'settings', energy: null },
  { name: 'suspension for non-payment', letters: ['t'], place: { topic: 'suspension' }, source: 'law', energy: null },
  {
    name: 'correction of billing errors',
    letters: ['u'],
    place: { topic: 'correction' },
    source: 'law',
    energy: 'electricity',
  },
  { name: 'rights', letters: ['v'], place: { topic: 'rights' }, source: 'law', energy: null },
]

/** Returns the points that a contract of an energy states. */
export function pointsOf(energy: 'electricity' | 'gas'): ContractPoint[] {
  return contractPoints.filter((point) => point.energy === null || point.energy === energy)
}

/** Returns the topics of the sections that a contract of an energy has in words, in their order. */
export function topicsOf(energy: 'electricity' | 'gas'): InformationTopic[] {
  return pointsOf(energy).flatMap(({ place }) => ('topic' in place ? [place.topic] : []))
}
