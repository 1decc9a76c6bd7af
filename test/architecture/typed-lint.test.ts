// Checks that oxlint runs the rules that need types. Without its type checker, it would silently report nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, getToolFile } from '../../scripts/project.mjs'

const BROKEN = `export async function later(): Promise<string> { return await Promise.resolve('now') }
export function wrong(kind: 'a' | 'b'): string {
  const value = JSON.parse(kind)
  later()
  switch (kind) { case 'a': break }
  return value.text
}
`

test('oxlint reports an unawaited promise, a switch with a missing case and values of type any', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-typed-lint-'))
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "target": "es2024" } }')
    writeFileSync(join(folder, 'wrong.ts'), BROKEN)
    const { stdout } = spawnSync(
      process.execPath,
      [getToolFile('oxlint'), '--config', join(ROOT, '.oxlintrc.json'), '--format', 'json', 'wrong.ts'],
      { cwd: folder, encoding: 'utf8' },
    )
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
    const codes = diagnostics.map(({ code }) => code)
    for (const rule of [
      'no-floating-promises',
      'switch-exhaustiveness-check',
      'no-unsafe-return',
      'no-unsafe-member-access',
    ])
      expect(codes).toContain(`typescript(${rule})`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
