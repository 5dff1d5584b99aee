// The commonest names of Spain, the commonest first: a search for one finds as large a part of the holders as of a real retailer.
const firstNames =
  'Antonio María Manuel Carmen José Ana Francisco Isabel David Laura Juan Cristina Javier Marta Daniel Josefa Carlos Lucía Jesús Pilar Alejandro Elena Miguel Sara Rafael Paula Pedro Raquel Pablo Rosa Ángel Dolores Sergio Beatriz Fernando Nuria Jorge Silvia Luis Julia'
const surnames =
  'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández Ruiz Díaz Moreno Muñoz Álvarez Romero Gutiérrez Alonso Navarro Torres Domínguez Ramos Vázquez Ramírez Gil Serrano Morales Molina Blanco Suárez Castro Ortega Delgado Ortiz Marín Rubio Núñez Medina Sanz Castillo Iglesias Cortés Garrido Santos Guerrero Lozano Cano Cruz Méndez Flores Prieto Herrera Peña León Márquez Cabrera Gallego Calvo'

/** A holder's full name, the same for the same number. The commonest surname is that of one in eight. */
export function holderNameSql(number: string): string {
  return `${pickSql(firstNames, number, 1)} || ' ' || ${pickSql(surnames, number, 2)} || ' ' || ${pickSql(surnames, number, 3)}`
}

/** A valid NIF of its own for each number. */
export function taxIdSql(number: string): string {
  return `(10000000 + ${number}) || substr('TRWAGMYFPDXBNJZSQVHLCKE', 1 + (10000000 + ${number}) % 23, 1)`
}

// A power of an evenly spread share: what comes first is chosen most.
function pickSql(names: string, number: string, seed: number): string {
  const share = `(hashint8extended(${number}, ${seed}) & 1048575) / 1048576.0::float8`
  const count = names.split(' ').length
  return `('{${names.replaceAll(' ', ',')}}'::text[])[1 + floor(${count} * power(${share}, 1.5))::int]`
}
