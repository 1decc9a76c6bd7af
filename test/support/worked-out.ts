// What a fake works out of its rows once and is asked for often. At 100,000 rows a fake that filtered and ordered anew at
// each call would be slower than the engine it stands for. Rows are replaced, never changed in place.
const known = new WeakMap<object, Map<string, unknown>>()

export function workedOut<Value>(rows: object, name: string, work: () => Value): Value {
  const values = known.get(rows) ?? new Map<string, unknown>()
  known.set(rows, values)
  if (!values.has(name)) values.set(name, work())
  return values.get(name) as Value
}
