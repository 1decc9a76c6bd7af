// A part of a filter put in place, or taken away when it says nothing: an absent part does not narrow.

export function withPart<Filter extends object, Key extends keyof Filter>(filter: Filter, key: Key, value: Filter[Key] | undefined): Filter {
  const rest = Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key)) as Filter
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
  return isEmpty ? rest : { ...rest, [key]: value }
}
