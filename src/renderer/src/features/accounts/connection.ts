import type { KeyStorage } from '#contract/shell.ts'

/** The data needed to read an account. `apiKey` null keeps the stored key. */
export type Connection = { serviceUrl: string; apiKey: string | null; keyStorage: KeyStorage }

/** The service that most users have an account with. Other services with the same interface have other addresses. */
export const PUBLIC_SERVICE = { name: 'Terminal49', address: 'https://api.terminal49.com/v2' } as const
