/** Maximum lengths of the parts of an address, in characters (specification, point 9). */
export const maxAddressLengths = {
  name: 256,
  street: 256,
  number: 9,
  block: 4,
  stairs: 4,
  floor: 10,
  door: 4,
  hint: 200,
} as const
