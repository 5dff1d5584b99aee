/** The most characters that the parts of an address take (specification, point 9). */
export const longest = {
  name: 256,
  street: 256,
  number: 9,
  block: 4,
  stairs: 4,
  floor: 10,
  door: 4,
  hint: 200,
} as const
