// Whether the engine's process still does anything. A page tells the user in seconds; this is for when there is none to
// see, with the program in the tray: nobody would notice, and no alert would come.

const BEAT_EVERY_MS = 20_000
/**
 * Counted in beats and not in time: while the computer sleeps none is sent, and the first after it may come back late.
 * The longest the engine was ever seen not to answer is under two seconds.
 */
const MOST_UNANSWERED = 6

export type Pulse = { heard: () => void; stop: () => void }

/** `hung`: called once, two minutes after the last that was heard. */
export function watchEngine(beat: () => void, hung: () => void): Pulse {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered < MOST_UNANSWERED) {
      unanswered++
      beat()
      return
    }
    clearInterval(timer)
    hung()
  }, BEAT_EVERY_MS)
  return {
    heard: () => {
      unanswered = 0
    },
    stop: () => {
      clearInterval(timer)
    },
  }
}
