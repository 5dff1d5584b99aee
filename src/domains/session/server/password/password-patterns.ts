// Words that users who must change their password every few months build it from, in the languages of the portal and
// without diacritics: seasons, months, days of the week, towns and product words.
const commonPatternWords = new Set(
  `
  primavera verano estate otono outono invierno estiu tardor hivern veran inverno
  spring summer autumn fall winter printemps ete automne hiver fruhling fruhjahr sommer herbst
  enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  gener febrer marc maig juny juliol agost setembre novembre desembre
  xaneiro febreiro maio xuno xullo outubro decembro
  january february march april may june july august september october november december
  janvier fevrier mars avril mai juin juillet aout septembre octobre decembre
  januar februar marz juni juli oktober dezember
  lunes martes miercoles jueves viernes sabado domingo dilluns dimarts dimecres dijous divendres dissabte diumenge
  luns mercores xoves venres monday tuesday wednesday thursday friday saturday sunday
  lundi mardi mercredi jeudi vendredi samedi dimanche montag dienstag mittwoch donnerstag freitag samstag sonntag
  llum luz lum light lumiere licht energia energy energie electricidad electricitat electricidade electricity electricite strom gas
  factura invoice facture rechnung portal cliente client customer kunde clave clau contrasena contrasenya contrasinal
  password motdepasse passwort kennwort bienvenido benvingut benvido welcome bienvenue willkommen hola hello hallo bonjour
  admin usuario usuari user casa home espana spain catalunya cataluna galicia
  madrid barcelona valencia sevilla zaragoza malaga murcia palma bilbao alicante alacant cordoba valladolid vigo gijon
  hospitalet vitoria gasteiz granada elche elx oviedo badalona terrassa cartagena sabadell jerez mostoles santander pamplona
  iruna almeria alcala donostia sansebastian burgos albacete castellon castello salamanca logrono huelva badajoz leon
  tarragona lleida lerida girona gerona reus mataro cadiz jaen ourense lugo coruna pontevedra santiago caceres toledo
  guadalajara cuenca avila segovia soria palencia zamora teruel huesca ibiza eivissa mallorca menorca tenerife canarias
  ceuta melilla merida vic manresa figueres olot ferrol
  `
    .split(/\s+/)
    .filter(Boolean),
)

const keyboardRuns = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qwertzuiop',
  'azertyuiop',
]
const runsBothWays = keyboardRuns.flatMap((run) => [run, [...run].reverse().join('')])
const minRunLength = 4

/**
 * Checks whether letters, lower-case and without diacritics, consist only of such words, keyboard runs, a repeated
 * letter, or the `extraWords`: `veranomadrid`, `qwertyllum`.
 */
export function consistsOfPatterns(letters: string, extraWords: readonly string[] = []): boolean {
  const known = new Set(extraWords)
  const isPattern = (part: string) =>
    commonPatternWords.has(part) || known.has(part) || isRun(part) || (part.length >= 3 && new Set(part).size === 1)
  const ends = new Set([0])
  for (let end = 1; end <= letters.length; end++)
    if ([...ends].some((start) => isPattern(letters.slice(start, end)))) ends.add(end)
  return letters.length > 0 && ends.has(letters.length)
}

function isRun(part: string): boolean {
  return part.length >= minRunLength && runsBothWays.some((run) => run.includes(part))
}
