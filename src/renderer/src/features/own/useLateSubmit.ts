// A user may press Enter before a form knows everything that it needs. Then it is saved as soon as it does.
import { watch } from 'vue'

/** Returns a function that submits now, or once nothing is read any more. */
export function useLateSubmit(isReading: () => boolean, submit: () => void): () => void {
  let isAsked = false
  watch(
    isReading,
    (isStillReading) => {
      if (isStillReading || !isAsked) return
      isAsked = false
      submit()
    },
    { flush: 'post' },
  )
  return () => {
    if (isReading()) isAsked = true
    else submit()
  }
}
