import compile from 'icu-minify/compile'
import type { Locale } from '#kit/locale.ts'
import type { Texts } from './compare-texts.ts'

type RefusedWord = { found: RegExp; instead: string }

// Whole words in any script: \b only knows the letters of English.
function word(pattern: string, flags = 'u'): RegExp {
  return new RegExp(`(?<![\\p{L}-])(?:${pattern})(?!\\p{L})`, flags)
}

const refusedWords: Partial<Record<Locale, readonly RefusedWord[]>> = {
  es: [
    { found: word('oficina(?! de consumo)', 'iu'), instead: 'área de cliente' },
    { found: word('mir(?:a|ar|as|ado|ando|amos|ó)', 'iu'), instead: 'consultar, revisar, comprobar' },
    { found: word('aplicación de códigos', 'iu'), instead: 'aplicación de autenticación' },
    { found: word('ech(?:ar|as|arse|arte) atrás', 'iu'), instead: 'desistir' },
    { found: word('compensación de lo vertido', 'iu'), instead: 'compensación de excedentes' },
    { found: word('(?:más nuev|últim|primer)[oa] primero', 'iu'), instead: 'de la más reciente a la más antigua' },
  ],
  en: [
    { found: word('e-mails?', 'iu'), instead: 'email' },
    { found: word('user names?', 'iu'), instead: 'username' },
    { found: word('(?:customer|operator’s|your|the) office', 'iu'), instead: 'customer area, operator area' },
    { found: word('not right', 'iu'), instead: 'incorrect' },
    { found: word('our fault', 'iu'), instead: 'the problem is at our end' },
    { found: word('switch(?:ed|es)? (?:it |them )?(?:on|off)', 'iu'), instead: 'turn on, turn off' },
    { found: word('code app|app of codes|codes of an app', 'iu'), instead: 'authenticator app' },
    { found: word('take out (?:a|an|the|electricity|gas)', 'iu'), instead: 'sign up for' },
    { found: word('is good (?:for|until)', 'iu'), instead: 'is valid' },
    {
      found: word('(?:newest|latest|last one|first one|last used) first', 'iu'),
      instead: 'most recent first, oldest first',
    },
  ],
  ca: [
    { found: word('oficina(?! de consum)', 'iu'), instead: 'àrea de client' },
    { found: word('mir(?:a|ar|at|em|ant)', 'iu'), instead: 'mostra, consulta, revisa' },
    { found: word('aplicació de codis', 'iu'), instead: 'aplicació d’autenticació' },
    { found: word('fer enrere', 'iu'), instead: 'desistir' },
    {
      found: word('(?:més nou|més nova|últim|última|primer|primera) primer', 'iu'),
      instead: 'de la més recent a la més antiga',
    },
  ],
  gl: [
    { found: word('oficina(?! de consumo)', 'iu'), instead: 'área de cliente' },
    { found: word('mir(?:a|ar|ou|ando|ámolo|amos|ao)', 'iu'), instead: 'consultar, revisar, comprobar' },
    { found: word('téntao', 'iu'), instead: 'proba outra vez' },
    { found: word('elix(?:e|ir|iu|iches|ido)', 'iu'), instead: 'escoller' },
    { found: word('de ?seguida', 'iu'), instead: 'de contado, axiña' },
    { found: word('aplicación de códigos', 'iu'), instead: 'aplicación de autenticación' },
    { found: word('botar(?:te|se) atrás', 'iu'), instead: 'desistir' },
    { found: word('(?:máis nov|últim|primeir)[oa] primeiro', 'iu'), instead: 'da máis recente á máis antiga' },
  ],
  fr: [
    { found: word('tu|toi|ton|ta|tes|tiens?|tiennes?', 'iu'), instead: 'vous, votre, vos' },
    { found: /(?<!\p{L})t’(?=\p{L})/iu, instead: 'vous' },
    { found: word('Choisis|Essaie|Réessaie|Saisis|Écris|Attends|Regarde|Appelle'), instead: 'the form of vous' },
    { found: word('réessaie|essaie|écris|attends|appelle-nous'), instead: 'the form of vous' },
    { found: word('porte-monnaie', 'iu'), instead: 'cagnotte' },
    { found: word('portail', 'iu'), instead: 'espace client' },
    { found: word('bon(?:us)? social', 'iu'), instead: 'tarif social (bono social)' },
    { found: word('heures heureuses|jour heureux', 'iu'), instead: 'Happy Hours, Happy Day' },
    { found: word('lettres? d’information', 'iu'), instead: 'newsletter' },
    { found: word('application de codes', 'iu'), instead: 'application d’authentification' },
  ],
  de: [
    { found: /(?<=[\p{Ll},;] )(?:Sie|Ihnen|Ihre?[nmrs]?)(?!\p{L})/u, instead: 'du, dich, dein' },
    { found: word('Mails?'), instead: 'E-Mail' },
    { found: word('Portals?'), instead: 'Kundenbereich' },
    { found: word('Kundenbüros?'), instead: 'Kundenbereich' },
    { found: word('Betreiber\\p{L}*|Operator\\p{L}*'), instead: 'Mitarbeiter' },
    { found: word('Preisalarm\\p{L}*|Alarm\\p{L}*'), instead: 'Benachrichtigung' },
    { found: word('Code-Apps?'), instead: 'Authenticator-App' },
    { found: word('Steuernummer'), instead: 'NIF' },
    { found: word('Schwach(?:zeit|last)?'), instead: 'Nebenzeit' },
    { found: word('Lastkurven?'), instead: 'Lastgang' },
    { found: word('(?:ver|ge)?schick(?:en|t|te|e)'), instead: 'senden' },
    { found: word('Versuche es'), instead: 'Versuch es' },
  ],
}

/** What a language says by a word that docs/texts.md has another one for: a sentence per text and word. */
export function findRefusedWords(locale: Locale, texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const key = prefix + name
    return typeof value === 'string' ? refusedIn(locale, key, value) : findRefusedWords(locale, value, `${key}.`)
  })
}

function refusedIn(locale: Locale, key: string, text: string): string[] {
  const literals = literalsOf(text)
  return (refusedWords[locale] ?? []).flatMap(({ found, instead }) => {
    const said = literals.map((literal) => found.exec(literal)?.[0]).find(Boolean)
    return said ? [`${key} says “${said}”: ${instead}`] : []
  })
}

// What is shown of an ICU message; the names of arguments and of choices are nobody's language. compareTexts tells of a broken one.
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
