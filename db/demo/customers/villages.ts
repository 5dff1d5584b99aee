/** The locations of the cooperative's supply points: its own plain, Terres de l’Ebre, and a few on Mallorca. */
export const villages: { city: string; postcode: string; isIsland: boolean }[] = [
  ...toMainlandVillages([
    ['Mollerussa', '25230'],
    ['Balaguer', '25600'],
    ['Tàrrega', '25300'],
    ['Cervera', '25200'],
    ['Agramunt', '25310'],
    ['Bellpuig', '25250'],
    ['Les Borges Blanques', '25400'],
    ['Juneda', '25430'],
    ['Artesa de Segre', '25730'],
    ['Solsona', '25280'],
    ['Ponts', '25740'],
    ['Alcarràs', '25180'],
    ['Aitona', '25182'],
    ['Seròs', '25183'],
    ['Almenar', '25126'],
    ['Alfarràs', '25120'],
    ['Alguaire', '25125'],
    ['Linyola', '25240'],
    ['Bellvís', '25142'],
    ['Guissona', '25210'],
    ['Arbeca', '25140'],
    ['La Granadella', '25177'],
    ['Maials', '25179'],
    ['Montblanc', '43400'],
    ['L’Espluga de Francolí', '43440'],
    ['Falset', '43730'],
    ['Gandesa', '43780'],
    ['Móra d’Ebre', '43740'],
    ['Flix', '43750'],
    ['Tortosa', '43500'],
    ['Igualada', '08700'],
    ['Manresa', '08240'],
    ['Olot', '17800'],
    ['Vic', '08500'],
  ]),
  ...toIslandVillages([
    ['Inca', '07300'],
    ['Manacor', '07500'],
    ['Sa Pobla', '07420'],
  ]),
]

type TownEntry = [city: string, postcode: string]

function toMainlandVillages(named: TownEntry[]) {
  return named.map(([city, postcode]) => ({ city, postcode, isIsland: false }))
}

function toIslandVillages(named: TownEntry[]) {
  return named.map(([city, postcode]) => ({ city, postcode, isIsland: true }))
}
