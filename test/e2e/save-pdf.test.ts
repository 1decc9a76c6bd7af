// PDFs that the desktop app writes itself: the evidence of a dispute with its checksums, a list, and the handover.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { endPrograms, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { checkSums } from './check-sums.ts'
import { type Desktop, endDesktops, startDesktop } from './desktop-host.ts'
import { setStage } from './stage.ts'

const stage = setStage()
let desktop: Desktop
let board: Board
beforeAll(async () => {
  const service = await startService('--no-limit', '--seed', '1', '--containers', '60')
  desktop = await startDesktop({ service: service.ready })
})
beforeEach(async () => {
  board = await stage.open(desktop)
  await board.hasAll(60)
})
afterAll(async () => {
  await endDesktops()
  await endPrograms()
})

/** Every save dialog of the system is answered with this folder and the proposed name. */
async function answerDialogs(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-pdf-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await desktop.app.evaluate(({ dialog }, to) => {
    const answer = (...asked: unknown[]) =>
      Promise.resolve({ canceled: false, filePath: `${to}/${(asked.at(-1) as { defaultPath: string }).defaultPath}` })
    Object.assign(dialog, { showSaveDialog: answer })
  }, folder)
  return folder
}

/** Complete files only. The program writes a `.part` file beside the target and then renames it. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('.part'))
    .sort()
const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

async function textOf(path: string): Promise<string> {
  const { getDocumentProxy, extractText } = await import('unpdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(path))), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

describe('the desktop app', () => {
  test('story 12: saves the evidence as PDF and CSV with checksums that sha256sum accepts', async () => {
    const folder = await answerDialogs()
    await board.goTo('containers')
    await board.openRow(0)
    const number = (await board.says('panel-number')).replaceAll(' ', '')
    await board.by('open-dispute').click()
    await eventually(() => board.says('dispute-page')).toContain('SHA-256')
    for (const button of ['dispute-pdf', 'dispute-csv', 'dispute-sums']) {
      const before = filesIn(folder).length
      await board.by(button).click()
      await eventually(() => filesIn(folder).length).toBe(before + 1)
      if (button !== 'dispute-sums')
        await eventually(() => board.says('dispute-saved')).toContain(button === 'dispute-pdf' ? '.pdf' : '.csv')
    }
    const [csv, pdf, sums] = ['.csv', '.pdf', '.txt'].map((ending) =>
      filesIn(folder).find((name) => name.endsWith(ending))!,
    ) as [string, string, string]
    expect(pdf).toMatch(new RegExp(`^Quaywatch dispute ${number} \\d{4}-\\d\\d-\\d\\d\\.pdf$`))
    const text = await textOf(join(folder, pdf))
    expect(text).toContain(number)
    expect(text).toContain(sumOf(join(folder, csv)))
    expect(text).toContain('Whatisunknown')
    expect(checkSums(folder, sums)).toBe(`${pdf}: OK\n${csv}: OK\n`)
    expect(await board.says('dispute-saved')).toContain(sumOf(join(folder, pdf)))
  })

  test('story 11: saves a list and the handover as PDF, as they print', async () => {
    const folder = await answerDialogs()
    await board.goTo('containers')
    await board.hasRows()
    const [first] = await board.rows()
    await board.by('export-menu').click()
    await board.by('export-pdf').click()
    await eventually(() => filesIn(folder).length).toBe(1)
    expect(await textOf(join(folder, filesIn(folder)[0]!))).toContain(first!.cells['number']!.replaceAll(' ', ''))
    await board.press('g', 'v')
    await board.by('handover-pdf').click()
    await eventually(() => filesIn(folder).length).toBe(2)
    expect(
      await textOf(
        join(
          folder,
          filesIn(folder).find((name) => name.includes('handover'))!,
        ),
      ),
    ).toContain('Shifthandover')
  })
})
