// The secret of this tab's session with the browser host. Under Electron there is none.
const KEY = 'quaywatch.session'

export function readSessionSecret(): string | null {
  return sessionStorage.getItem(KEY)
}

export function keepSessionSecret(secret: string): void {
  sessionStorage.setItem(KEY, secret)
}
