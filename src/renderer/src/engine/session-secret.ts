// The secret of this tab's session with the browser host. Under Electron there is none.
const KEY = 'quaywatch.session'

export function readSessionSecret(): string | null {
  return sessionStorage.getItem(KEY)
}

export function storeSessionSecret(secret: string): void {
  sessionStorage.setItem(KEY, secret)
}
