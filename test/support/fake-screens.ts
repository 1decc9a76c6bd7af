// The whole view on the fake engine, for the files that have still to move to the real one (screens.ts).
import type { HostState } from '#contract/shell.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { OpenPdf } from '../../src/renderer/src/features/documents/pdf/open-pdf.ts'
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'
import { createFakes } from './fake-engine-link.ts'
import { createFakeFileHost } from './fake-file-host.ts'
import { createFakeShell, type FakeShell } from './fake-shell.ts'
import { openPage, press } from './screens.ts'

export * from './screens.ts'

/** Loads the page; one that stood before is gone, as in any window. */
export async function open(options: { rows?: number; path?: string; host?: Partial<HostState>; status?: Partial<SyncStatus>; engine?: FakeEngine; shell?: FakeShell; openPdf?: OpenPdf } = {}) {
  const { rows = 60, path = '/lfd', host = {}, status = {}, openPdf } = options
  const engine = options.engine ?? createFakeEngine(rows)
  Object.assign(engine.status, status)
  const fakes = createFakes(rows, engine, options.shell ?? createFakeShell(host))
  const files = createFakeFileHost(engine)
  const router = await openPage({ links: fakes.links, fetch: files.fetch, path, ...(openPdf ? { openPdf } : {}) })
  return { ...fakes, files, router, press }
}
