/** Maps that count, in bounded memory. */

/** The value of a key, created if there's none. */
export function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

/** At twice the size, keeps only the first `max` values by this order. Returns the removed ones. */
export function removeRare<Value>(
  map: Map<string, Value>,
  max: number,
  commonFirst: (a: Value, b: Value) => number,
): Value[] {
  if (map.size < max * 2) return []
  const rare = [...map].sort(([, a], [, b]) => commonFirst(a, b)).slice(max)
  for (const [key] of rare) map.delete(key)
  return rare.map(([, value]) => value)
}
