// Creates an account with a name, as the dialog "Add an account" does. A host that is started with an address and a key
// shows that address instead of a name.
import { makeFolder } from '#support/programs.ts'
import { startHost, type HostOptions } from './host.ts'

/**
 * Adds the account and returns its data folder. A host that is started with it opens the account, and needs no service
 * of its own.
 */
export async function addNamedAccount(
  name: string,
  service: NonNullable<HostOptions['service']>,
  now: string,
): Promise<string> {
  const dataDir = makeFolder()
  const host = await startHost({ dataDir, now })
  const { shell, close } = await host.createClient()
  await shell.call('account.add', { name, serviceUrl: service.url, apiKey: service.key, keep: 'file' })
  close()
  await host.stop()
  return dataDir
}
