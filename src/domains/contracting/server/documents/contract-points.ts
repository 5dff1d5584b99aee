import type { TextKeys } from '#kit/text-keys.ts'
import type texts from '../../texts/es.json'

type DocumentTexts = (typeof texts)['document']
type InformationTopic = keyof DocumentTexts['information']
type FactLabel = keyof DocumentTexts['facts']

/** Where what a point says comes from. */
type PointSource = 'settings' | 'contract' | 'typed' | 'distributor' | 'prices' | 'law'

/** One thing that a contract must state: the fact, the section or the table that states it, and its source. */
type ContractPoint = {
  name: string
  place: { fact: FactLabel } | { topic: InformationTopic } | { section: TextKeys<DocumentTexts['sections']> }
  source: PointSource
  /** The energy whose law requires it; null for both. */
  energy: 'electricity' | null
}

/**
 * What a supply contract in the free market must state, in the order of Real Decreto 88/2026, art. 30.1. It is the law of
 * electricity; gas contracts state the same, except for what only that law gives.
 */
const contractPoints: readonly ContractPoint[] = [
  { name: 'company', place: { fact: 'retailer' }, source: 'settings', energy: null },
  { name: 'company address', place: { fact: 'retailerAddress' }, source: 'settings', energy: null },
  { name: 'holder', place: { fact: 'holder' }, source: 'typed', energy: null },
  { name: 'CUPS', place: { fact: 'cups' }, source: 'typed', energy: null },
  { name: 'supply address', place: { fact: 'supplyAddress' }, source: 'typed', energy: null },
  { name: 'supply policy', place: { fact: 'policy' }, source: 'contract', energy: null },
  { name: 'access policy', place: { fact: 'accessPolicy' }, source: 'distributor', energy: null },
  { name: 'distributor', place: { fact: 'distributor' }, source: 'contract', energy: null },
  { name: 'powers', place: { fact: 'powers' }, source: 'typed', energy: 'electricity' },
  { name: 'cadastral reference', place: { fact: 'cadastralReference' }, source: 'typed', energy: null },
  { name: 'CNAE', place: { fact: 'cnae' }, source: 'typed', energy: null },
  { name: 'comparator of the CNMC', place: { topic: 'comparator' }, source: 'law', energy: null },
  { name: 'modality', place: { topic: 'modality' }, source: 'law', energy: null },
  { name: 'prices', place: { section: 'prices' }, source: 'prices', energy: null },
  { name: 'start', place: { topic: 'start' }, source: 'law', energy: null },
  { name: 'duration, renewal and leaving', place: { topic: 'duration' }, source: 'contract', energy: null },
  { name: 'penalty', place: { topic: 'penalty' }, source: 'contract', energy: null },
  { name: 'causes of ending', place: { topic: 'ending' }, source: 'law', energy: null },
  { name: 'withdrawal', place: { topic: 'withdrawal' }, source: 'law', energy: null },
  { name: 'revision with its formula', place: { topic: 'revision' }, source: 'contract', energy: null },
  { name: 'change of terms', place: { topic: 'termsChange' }, source: 'law', energy: null },
  { name: 'promotions', place: { topic: 'promotions' }, source: 'prices', energy: null },
  { name: 'other services', place: { topic: 'services' }, source: 'contract', energy: null },
  { name: 'quality and connection', place: { topic: 'quality' }, source: 'law', energy: 'electricity' },
  { name: 'transfer and subrogation', place: { topic: 'transfer' }, source: 'law', energy: null },
  { name: 'care, disputes and body out of court', place: { topic: 'complaints' }, source: 'settings', energy: null },
  { name: 'meter', place: { topic: 'meter' }, source: 'law', energy: null },
  { name: 'compensation', place: { topic: 'compensation' }, source: 'law', energy: 'electricity' },
  { name: 'bills', place: { topic: 'bills' }, source: 'contract', energy: null },
  { name: 'means of payment', place: { topic: 'payment' }, source: 'law', energy: null },
  { name: 'direct debit', place: { section: 'mandate' }, source: 'typed', energy: null },
  { name: 'personal data', place: { topic: 'data' }, source: 'settings', energy: null },
  { name: 'suspension for non-payment', place: { topic: 'suspension' }, source: 'law', energy: null },
  { name: 'correction of billing errors', place: { topic: 'correction' }, source: 'law', energy: 'electricity' },
  { name: 'rights', place: { topic: 'rights' }, source: 'law', energy: null },
]

/** Returns the points that a contract of an energy states. */
export function pointsOf(energy: 'electricity' | 'gas'): ContractPoint[] {
  return contractPoints.filter((point) => point.energy === null || point.energy === energy)
}

/** Returns the topics of the sections that a contract of an energy has in words, in their order. */
export function topicsOf(energy: 'electricity' | 'gas'): InformationTopic[] {
  return pointsOf(energy).flatMap(({ place }) => ('topic' in place ? [place.topic] : []))
}
