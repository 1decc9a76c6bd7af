// The key is sent to the service in one header. It is never in the log, in the diagnostics, in answers of the engine or
// in its files, whatever the service returns.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestEngine } from '#support/test-engine.ts'
import { writeDiagnostics } from '../../src/renderer/src/features/status/diagnostics.ts'

const KEY = 'qk-4711-do-not-tell'

test.each([401, 403, 422, 429, 500])(
  'the key is in no log, diagnostics, answer or file, although the service repeats it in its answer %i',
  async (status) => {
    const engine = await startTestEngine({
      apiKey: KEY,
      handle: () => ({
        status,
        headers: { 'content-type': 'application/json', 'x-echo': KEY, location: `https://elsewhere.example/${KEY}` },
        bytes: Buffer.from(
          JSON.stringify({
            errors: [{ title: KEY, detail: `${'x'.repeat(190)}${KEY} is not known`, source: { pointer: KEY } }],
            meta: { hint: KEY },
          }),
        ),
      }),
    })
    const { client, clock } = engine
    await clock.advance(90_000)
    expect(engine.network.sent.length).toBeGreaterThan(0)
    const answers = { status: await client.call('status.get', {}), sync: await client.call('sync.status', {}) }
    const texts = [
      writeDiagnostics({ ...answers, host: null, userAgent: 'a browser' }),
      JSON.stringify(answers),
      ...engine.records,
    ]
    expect(texts.filter((text) => text.includes(KEY.slice(0, 8)))).toEqual([])
    engine.errors.splice(0)
    await engine.stop()
    const files = readdirSync(engine.dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    expect(files.filter((path) => readFileSync(path, 'latin1').includes(KEY))).toEqual([])
  },
)
