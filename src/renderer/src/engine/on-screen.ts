// The containers that are on screen now. Components register a source; ids are read on demand and not stored.
import { defineStore } from 'pinia'

export const useScreenStore = defineStore('on screen', () => {
  const sources = new Set<() => readonly string[]>()
  return {
    add: (source: () => readonly string[]) => {
      sources.add(source)
      return () => {
        sources.delete(source)
      }
    },
    /** Sources registered last come first: an open panel before the rows behind it. */
    ids: () => [...new Set([...sources].toReversed().flatMap((source) => source()))],
  }
})
