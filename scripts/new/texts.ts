import { type Locale, locales } from '#vocabulary/locale.ts'
import type { Draft } from './draft.ts'
import { addText, appendInside } from './edit-source.ts'

/** Sentences that need no name. */
const sentences: Record<Locale, Sentences> = {
  ca: {
    noneYet: 'Encara no hi ha res',
    noneYetText: 'Quan n’hi hagi, ho veuràs aquí.',
    failed: 'No hem pogut carregar aquesta pàgina',
    failedText: 'No és cosa teva. Prova-ho d’aquí a una estona.',
    find: 'Cercar',
    noneSuch: 'No hi ha res així',
    fewerTerms: 'Prova amb menys paraules.',
  },
  es: {
    noneYet: 'Aún no hay nada',
    noneYetText: 'Cuando haya algo, lo verás aquí.',
    failed: 'No hemos podido cargar esta página',
    failedText: 'No es cosa tuya. Prueba dentro de un rato.',
    find: 'Buscar',
    noneSuch: 'No hay nada así',
    fewerTerms: 'Prueba con menos palabras.',
  },
  en: {
    noneYet: 'There is nothing yet',
    noneYetText: 'When there is something, you’ll see it here.',
    failed: 'We could not load this page',
    failedText: 'It is not your fault. Please try again later.',
    find: 'Find',
    noneSuch: 'There is nothing like that',
    fewerTerms: 'Try fewer words.',
  },
  gl: {
    noneYet: 'Aínda non hai nada',
    noneYetText: 'Cando haxa algo, veralo aquí.',
    failed: 'Non puidemos cargar esta páxina',
    failedText: 'Non é cousa túa. Proba dentro dun anaco.',
    find: 'Buscar',
    noneSuch: 'Non hai nada así',
    fewerTerms: 'Proba con menos palabras.',
  },
  fr: {
    noneYet: 'Il n’y a encore rien',
    noneYetText: 'Quand il y aura quelque chose, vous le verrez ici.',
    failed: 'Nous n’avons pas pu charger cette page',
    failedText: 'Vous n’y êtes pour rien. Réessayez dans un moment.',
    find: 'Chercher',
    noneSuch: 'Il n’y a rien de tel',
    fewerTerms: 'Essayez avec moins de mots.',
  },
  de: {
    noneYet: 'Noch nichts vorhanden',
    noneYetText: 'Sobald es etwas gibt, siehst du es hier.',
    failed: 'Wir konnten diese Seite nicht laden',
    failedText: 'Es liegt nicht an dir. Versuch es später noch einmal.',
    find: 'Suchen',
    noneSuch: 'Nichts dergleichen',
    fewerTerms: 'Versuch es mit weniger Wörtern.',
  },
}

type Sentences = {
  noneYet: string
  noneYetText: string
  failed: string
  failedText: string
  find: string
  noneSuch: string
  fewerTerms: string
}

/** Adds texts to those of a folder, in every language: at these keys, what the sentences of the language make. */
export function addTexts(
  draft: Draft,
  {
    folder,
    keys = [],
    textsOf,
  }: { folder: string; keys?: readonly string[]; textsOf: (sentences: Sentences) => object },
) {
  for (const locale of locales) {
    const path = `${folder}/${locale}.json`
    if (!draft.exists(path)) draft.add(path, '{}')
    const added = Object.entries(textsOf(sentences[locale]))
    draft.edit(path, (text) => added.reduce((text, [key, value]) => addText(text, [...keys, key], value), text))
  }
}

/** Gives the texts of a folder their type under a namespace. */
export function registerNamespace(draft: Draft, { namespace, folder }: { namespace: string; folder: string }) {
  const name = namespace.replace(/-([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
  const source = folder.replace(/^src\//, '#')
  draft.edit('src/app/web/intl.d.ts', (text) => {
    const imported = `import type ${name} from '${source}/es.json'\n${text}`
    return appendInside(imported, /^type Texts = \{$/m, `  '${namespace}': typeof ${name}`)
  })
}
