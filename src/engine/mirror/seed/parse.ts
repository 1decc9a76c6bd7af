import type { z } from 'zod'

/** For values that another computer wrote. Null if they have another form: a start must not depend on them. */
export function parseForeign<Value>(schema: z.ZodType<Value>, text: string): Value | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
