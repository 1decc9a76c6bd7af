// The host's side of files (contract/rules/files.ts) in memory: what the view fetches and puts goes to the made-up engine.
import { DROP_PATH, EXPORT_PATH, RESTORE_PATH, contentOf } from '#contract/rules/files.ts'
import type { FakeEngine } from './fake-engine.ts'

export type FakeFileHost = {
  fetch: typeof fetch
  /** Names of what was put to be restored. */
  puts: string[]
  /** Lists on their way out. */
  exports: Blob[]
  /** Status to answer drops of this name with, instead of taking them. */
  refusals: Map<string, number>
  /** As `null`, the app runs without having been built. */
  licences: { name: string; version: string; licence: string; text: string }[] | null
}

export function createFakeFileHost(engine: FakeEngine): FakeFileHost {
  const refusals = new Map<string, number>()
  const put = async (name: string, body: BodyInit | null | undefined) => {
    const refusal = refusals.get(name)
    if (refusal !== undefined) return new Response(null, { status: refusal })
    engine.documents.drop(name, body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : new Uint8Array())
    return Response.json({ name })
  }
  const host: FakeFileHost = {
    puts: [],
    exports: [],
    refusals,
    licences: [{ name: 'vue', version: '3.5.45', licence: 'MIT', text: 'The MIT License' }, { name: 'SQLite', version: '', licence: 'Public domain', text: 'May you do good' }],
    fetch: async (input, options) => {
      const url = new URL(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url, 'http://localhost')
      if (url.pathname === DROP_PATH && options?.method === 'PUT') return put(url.searchParams.get('name') ?? '', options.body)
      if (url.pathname === RESTORE_PATH && options?.method === 'PUT') {
        host.puts.push(url.searchParams.get('name') ?? '')
        return new Response(null, { status: refusals.get(RESTORE_PATH) ?? 201 })
      }
      if (url.pathname === EXPORT_PATH && options?.method === 'PUT') {
        host.exports.push(options.body as Blob)
        return new Response(null, { status: refusals.get(EXPORT_PATH) ?? 201 })
      }
      if (url.pathname === '/licences.json') return host.licences === null ? new Response(null, { status: 404 }) : Response.json(host.licences)
      const file = engine.documents.file(contentOf(url.pathname) ?? '')
      return file ? new Response(new Uint8Array(file.bytes)) : new Response(null, { status: 404 })
    },
  }
  return host
}
