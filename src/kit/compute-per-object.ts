/**
 * Returns a function that computes a value for an object once and returns the same value from then on, as long as the
 * object is in use. Neither the object nor the value may be changed.
 */
export function computePerObject<Source extends object, Value extends {}>(
  compute: (source: Source) => Value,
): (source: Source) => Value {
  const values = new WeakMap<Source, Value>()
  return (source) => {
    const value = values.get(source) ?? compute(source)
    values.set(source, value)
    return value
  }
}
