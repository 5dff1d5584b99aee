import compile from 'icu-minify/compile'
import type { Locale } from '#vocabulary/locale.ts'
import type { Texts } from './compare-texts.ts'

type RefusedTerm = { pattern: RegExp; replacement: string }

// Whole words in any script: \b only knows ASCII letters.
function wordPattern(pattern: string, flags = 'u'): RegExp {
  return new RegExp(`(?<![\\p{L}-])(?:${pattern})(?!\\p{L})`, flags)
}

const refusedTerms: Partial<Record<Locale, readonly RefusedTerm[]>> = {
  es: [
    { pattern: wordPattern('oficina(?! de consumo)', 'iu'), replacement: 'área de cliente' },
    { pattern: wordPattern('mir(?:a|ar|as|ado|ando|amos|ó)', 'iu'), replacement: 'consultar, revisar, comprobar' },
    { pattern: wordPattern('aplicación de códigos', 'iu'), replacement: 'aplicación de autenticación' },
    { pattern: wordPattern('ech(?:ar|as|arse|arte) atrás', 'iu'), replacement: 'desistir' },
    { pattern: wordPattern('compensación de lo vertido', 'iu'), replacement: 'compensación de excedentes' },
    {
      pattern: wordPattern('(?:más nuev|últim|primer)[oa] primero', 'iu'),
      replacement: 'de la más reciente a la más antigua',
    },
  ],
  en: [
    { pattern: wordPattern('e-mails?', 'iu'), replacement: 'email' },
    { pattern: wordPattern('user names?', 'iu'), replacement: 'username' },
    {
      pattern: wordPattern('(?:customer|operator’s|your|the) office', 'iu'),
      replacement: 'customer area, operator area',
    },
    { pattern: wordPattern('not right', 'iu'), replacement: 'incorrect' },
    { pattern: wordPattern('our fault', 'iu'), replacement: 'the problem is at our end' },
    { pattern: wordPattern('switch(?:ed|es)? (?:it |them )?(?:on|off)', 'iu'), replacement: 'turn on, turn off' },
    { pattern: wordPattern('code app|app of codes|codes of an app', 'iu'), replacement: 'authenticator app' },
    { pattern: wordPattern('take out (?:a|an|the|electricity|gas)', 'iu'), replacement: 'sign up for' },
    { pattern: wordPattern('is good (?:for|until)', 'iu'), replacement: 'is valid' },
    {
      pattern: wordPattern('(?:newest|latest|last one|first one|last used) first', 'iu'),
      replacement: 'most recent first, oldest first',
    },
  ],
  ca: [
    { pattern: wordPattern('oficina(?! de consum)', 'iu'), replacement: 'àrea de client' },
    { pattern: wordPattern('mir(?:a|ar|at|em|ant)', 'iu'), replacement: 'mostra, consulta, revisa' },
    { pattern: wordPattern('aplicació de codis', 'iu'), replacement: 'aplicació d’autenticació' },
    { pattern: wordPattern('fer enrere', 'iu'), replacement: 'desistir' },
    {
      pattern: wordPattern('(?:més nou|més nova|últim|última|primer|primera) primer', 'iu'),
      replacement: 'de la més recent a la més antiga',
    },
  ],
  gl: [
    { pattern: wordPattern('oficina(?! de consumo)', 'iu'), replacement: 'área de cliente' },
    { pattern: wordPattern('mir(?:a|ar|ou|ando|ámolo|amos|ao)', 'iu'), replacement: 'consultar, revisar, comprobar' },
    { pattern: wordPattern('téntao', 'iu'), replacement: 'proba outra vez' },
    { pattern: wordPattern('elix(?:e|ir|iu|iches|ido)', 'iu'), replacement: 'escoller' },
    { pattern: wordPattern('de ?seguida', 'iu'), replacement: 'de contado, axiña' },
    { pattern: wordPattern('aplicación de códigos', 'iu'), replacement: 'aplicación de autenticación' },
    { pattern: wordPattern('botar(?:te|se) atrás', 'iu'), replacement: 'desistir' },
    {
      pattern: wordPattern('(?:máis nov|últim|primeir)[oa] primeiro', 'iu'),
      replacement: 'da máis recente á máis antiga',
    },
  ],
  fr: [
    { pattern: wordPattern('tu|toi|ton|ta|tes|tiens?|tiennes?', 'iu'), replacement: 'vous, votre, vos' },
    { pattern: /(?<!\p{L})t’(?=\p{L})/iu, replacement: 'vous' },
    {
      pattern: wordPattern('Choisis|Essaie|Réessaie|Saisis|Écris|Attends|Regarde|Appelle'),
      replacement: 'the form of vous',
    },
    { pattern: wordPattern('réessaie|essaie|écris|attends|appelle-nous'), replacement: 'the form of vous' },
    { pattern: wordPattern('porte-monnaie', 'iu'), replacement: 'cagnotte' },
    { pattern: wordPattern('portail', 'iu'), replacement: 'espace client' },
    { pattern: wordPattern('bon(?:us)? social', 'iu'), replacement: 'tarif social (bono social)' },
    { pattern: wordPattern('heures heureuses|jour heureux', 'iu'), replacement: 'Happy Hours, Happy Day' },
    { pattern: wordPattern('lettres? d’information', 'iu'), replacement: 'newsletter' },
    { pattern: wordPattern('application de codes', 'iu'), replacement: 'application d’authentification' },
  ],
  de: [
    { pattern: /(?<=[\p{Ll},;] )(?:Sie|Ihnen|Ihre?[nmrs]?)(?!\p{L})/u, replacement: 'du, dich, dein' },
    { pattern: wordPattern('Mails?'), replacement: 'E-Mail' },
    { pattern: wordPattern('Portals?'), replacement: 'Kundenbereich' },
    { pattern: wordPattern('Kundenbüros?'), replacement: 'Kundenbereich' },
    { pattern: wordPattern('Betreiber\\p{L}*|Operator\\p{L}*'), replacement: 'Mitarbeiter' },
    { pattern: wordPattern('Preisalarm\\p{L}*|Alarm\\p{L}*'), replacement: 'Benachrichtigung' },
    { pattern: wordPattern('Code-Apps?'), replacement: 'Authenticator-App' },
    { pattern: wordPattern('Steuernummer'), replacement: 'NIF' },
    { pattern: wordPattern('Schwach(?:zeit|last)?'), replacement: 'Nebenzeit' },
    { pattern: wordPattern('Lastkurven?'), replacement: 'Lastgang' },
    { pattern: wordPattern('(?:ver|ge)?schick(?:en|t|te|e)'), replacement: 'senden' },
    { pattern: wordPattern('Versuche es'), replacement: 'Versuch es' },
  ],
}

/** Returns a sentence for each text that uses a word for which docs/texts.md has a preferred one. */
export function findRefusedTerms(locale: Locale, texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const key = prefix + name
    return typeof value === 'string'
      ? findRefusedTermsIn(locale, key, value)
      : findRefusedTerms(locale, value, `${key}.`)
  })
}

function findRefusedTermsIn(locale: Locale, key: string, text: string): string[] {
  const literals = literalsOf(text)
  return (refusedTerms[locale] ?? []).flatMap(({ pattern, replacement }) => {
    const match = literals.map((literal) => pattern.exec(literal)?.[0]).find(Boolean)
    return match ? [`${key} says “${match}”: ${replacement}`] : []
  })
}

// Returns the visible literals of an ICU message; the names of arguments and of choices are not translated text. Broken
// messages are reported by compareTexts.
function literalsOf(message: string): string[] {
  try {
    const compiled = compile(message)
    return typeof compiled === 'string' ? [compiled] : compiled.flatMap(literalsIn)
  } catch {
    return []
  }
}

// A part is text, the number of a plural, or a list: an argument's name with its kind and options, or a tag with its parts.
function literalsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (!Array.isArray(part)) return []
  const [, kind, options] = part as [string, unknown, unknown]
  if (part.length > 1 && typeof kind !== 'number') return part.slice(1).flatMap(literalsIn)
  const branches = typeof options === 'object' && options !== null ? Object.values(options) : []
  return branches.flatMap((branch) => (Array.isArray(branch) ? branch.flatMap(literalsIn) : literalsIn(branch)))
}
