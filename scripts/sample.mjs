// A sample drawn by a seed: the same seed draws the same from the same list.

/**
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {string} seed
 * @returns {T[]} in the order of the list
 */
export function sampleOf(all, count, seed) {
  const draw = drawsOf(seed)
  const places = all.map((_, place) => place)
  // The first `count` steps of a Fisher-Yates shuffle.
  for (let place = 0; place < Math.min(count, places.length); place += 1) {
    const other = place + Math.floor(draw() * (places.length - place))
    ;[places[place], places[other]] = [places[other] ?? 0, places[place] ?? 0]
  }
  return places
    .slice(0, count)
    .sort((one, other) => one - other)
    .flatMap((place) => all.slice(place, place + 1))
}

/** From 0 up to, not including, 1 (mulberry32, begun with a hash of the seed). @param {string} seed */
function drawsOf(seed) {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
