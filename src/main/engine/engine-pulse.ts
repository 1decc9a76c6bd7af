// Detects an engine process that no longer responds. A page notices within seconds. This check is for a program that
// runs in the tray without a page: otherwise alerts would stop without notice.

const BEAT_EVERY_MS = 20_000
/**
 * Counts heartbeats instead of time: none is sent while the computer sleeps, and the first answer after that may be
 * late. The longest measured time without an answer is below two seconds.
 */
const MOST_UNANSWERED = 6

export type Pulse = { onBeat: () => void; stop: () => void }

/** `hung`: called once, two minutes after the last answer. */
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
    onBeat: () => {
      unanswered = 0
    },
    stop: () => {
      clearInterval(timer)
    },
  }
}
