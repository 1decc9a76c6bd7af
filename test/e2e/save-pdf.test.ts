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
import { createStage } from './stage.ts'

const stage = createStage()
let desktop: Desktop
let board: Board
beforeAll(async () => {
  const service = await startService('--no-limit', '--seed', '1', '--containers', '60')
  desktop = await startDesktop({ service: service.ready })
})
beforeEach(async () => {
  board = await stage.open(desktop)
  await board.waitForContainers(60)
})
afterAll(async () => {
  await endDesktops()
  await endPrograms()
})

/** Answers every save dialog of the system with the proposed name in a new folder, and returns the folder. */
async function answerDialogs(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-pdf-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await desktop.app.evaluate(({ dialog }, targetFolder) => {
    const answer = (...dialogArgs: unknown[]) =>
      Promise.resolve({
        canceled: false,
        filePath: `${targetFolder}/${(dialogArgs.at(-1) as { defaultPath: string }).defaultPath}`,
      })
    Object.assign(dialog, { showSaveDialog: answer })
  }, folder)
  return folder
}

/** Lists complete files only. The program writes a `.part` file beside the target and then renames it. */
const listFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('.part'))
    .sort()
const computeSha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

async function readPdfText(path: string): Promise<string> {
  const { getDocumentProxy, extractText } = await import('unpdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(path))), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

describe('the desktop app', () => {
  test('story 12: saves the evidence as PDF and CSV with checksums that sha256sum accepts', async () => {
    const folder = await answerDialogs()
    await board.goTo('containers')
    await board.openRow(0)
    const number = (await board.textOf('panel-number')).replaceAll(' ', '')
    await board.by('open-dispute').click()
    await eventually(() => board.textOf('dispute-page')).toContain('SHA-256')
    for (const button of ['dispute-pdf', 'dispute-csv', 'dispute-sums']) {
      const countBefore = listFiles(folder).length
      await board.by(button).click()
      await eventually(() => listFiles(folder).length).toBe(countBefore + 1)
      if (button !== 'dispute-sums')
        await eventually(() => board.textOf('dispute-saved')).toContain(button === 'dispute-pdf' ? '.pdf' : '.csv')
    }
    const [csv, pdf, sums] = ['.csv', '.pdf', '.txt'].map((ending) =>
      listFiles(folder).find((name) => name.endsWith(ending))!,
    ) as [string, string, string]
    expect(pdf).toMatch(new RegExp(`^Quaywatch dispute ${number} \\d{4}-\\d\\d-\\d\\d\\.pdf$`))
    const text = await readPdfText(join(folder, pdf))
    expect(text).toContain(number)
    expect(text).toContain(computeSha256(join(folder, csv)))
    expect(text).toContain('Whatisunknown')
    expect(checkSums(folder, sums)).toBe(`${pdf}: OK\n${csv}: OK\n`)
    expect(await board.textOf('dispute-saved')).toContain(computeSha256(join(folder, pdf)))
  })

  test('story 11: saves a list and the handover as PDF, as they print', async () => {
    const folder = await answerDialogs()
    await board.goTo('containers')
    await board.waitForRows()
    const [firstRow] = await board.rows()
    await board.by('export-menu').click()
    await board.by('export-pdf').click()
    await eventually(() => listFiles(folder).length).toBe(1)
    expect(await readPdfText(join(folder, listFiles(folder)[0]!))).toContain(
      firstRow!.cells['number']!.replaceAll(' ', ''),
    )
    await board.press('g', 'v')
    await board.by('handover-pdf').click()
    await eventually(() => listFiles(folder).length).toBe(2)
    expect(
      await readPdfText(
        join(
          folder,
          listFiles(folder).find((name) => name.includes('handover'))!,
        ),
      ),
    ).toContain('Shifthandover')
  })
})
