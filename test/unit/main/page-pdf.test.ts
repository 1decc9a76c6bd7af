// The page is stored as a PDF in the paper size of the country: completely, under its hash in the spool, or not at all.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WebContents as RealContents } from 'electron'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'
import { WebContents } from '#standin/web-contents.ts'
import { app } from '#standin/electron.ts'
import { createPdfMaker } from '../../../src/main/window/page-pdf.ts'

app.becomeReady()
let root = ''
let page = new WebContents()
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pdf-'))
  page = new WebContents()
  app.countryCode = ''
})
afterEach(() => rmSync(root, { recursive: true }))
const createPdf = (isLandscape = false) =>
  createPdfMaker(
    () => page as unknown as RealContents,
    () => root,
  )(isLandscape)

test('a PDF is stored once under its hash in the spool, without other files', async () => {
  const sha256 = createHash('sha256').update('%PDF-1.7').digest('hex')
  expect([await createPdf(), await createPdf()]).toEqual([sha256, sha256])
  expect([readdirSync(join(root, SPOOL_FOLDER)), readFileSync(join(root, SPOOL_FOLDER, sha256), 'utf8')]).toEqual([
    [sha256],
    '%PDF-1.7',
  ])
})

test('a PDF has the paper size of the country', async () => {
  await createPdf(true)
  app.countryCode = 'US'
  await createPdf()
  expect(page.printOptions).toEqual([
    { landscape: true, pageSize: 'A4', printBackground: true },
    { landscape: false, pageSize: 'Letter', printBackground: true },
  ])
})

test('a PDF that cannot be made or stored is reported and leaves no file', async () => {
  page.createPdf = () => {
    throw new Error('Printing failed')
  }
  await expect(createPdf()).rejects.toMatchObject({ code: 'shell/pdf-not-made' })
  page.createPdf = () => Buffer.from('x')
  writeFileSync(join(root, SPOOL_FOLDER), 'a file where the folder should be')
  await expect(createPdf()).rejects.toMatchObject({ code: 'shell/pdf-not-made' })
  await expect(
    createPdfMaker(
      () => null,
      () => root,
    )(false),
  ).rejects.toMatchObject({ code: 'shell/pdf-not-made' })
  expect(readdirSync(root)).toEqual([SPOOL_FOLDER])
})
