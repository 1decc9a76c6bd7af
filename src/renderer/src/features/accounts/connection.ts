import type { KeyStorage } from '#contract/shell.ts'

/** The data needed to read an account. `apiKey` null keeps the stored key. */
export type Connection = { serviceUrl: string; apiKey: string | null; keep: KeyStorage }
