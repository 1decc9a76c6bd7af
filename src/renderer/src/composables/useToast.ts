// The one way to say something in passing. What must not be missed is a banner, not a toast.
import { useMessage } from 'naive-ui'
import type { AppError } from '#contract/errors.ts'
import { describeError } from '../errors.ts'

const SHORT_MS = 2_500
const LONG_MS = 7_000

export function useToast(): { say: (text: string) => void; fail: (error: AppError) => void; failWith: (text: string) => void } {
  const message = useMessage()
  const failWith = (text: string) => void message.error(text, { duration: LONG_MS })
  return {
    say: (text) => void message.info(text, { duration: SHORT_MS }),
    fail: (error) => {
      const { what, next } = describeError(error)
      failWith(`${what} ${next}`)
    },
    failWith,
  }
}
