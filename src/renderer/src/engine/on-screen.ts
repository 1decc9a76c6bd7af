// Which containers are drawn just now, by whoever draws them; asked when it is needed and kept nowhere.
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
    /** The ones named last come first: an open panel before the rows behind it. */
    ids: () => [...new Set([...sources].toReversed().flatMap((source) => source()))],
  }
})
