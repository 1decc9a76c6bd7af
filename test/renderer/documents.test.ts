// The inbox, used by keyboard: states, filters and actions.
import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BILL, INVOICE, LOCKED, startInbox } from '#support/inbox.ts'
import { fileCell, openInbox } from '#support/inbox-screen.ts'
import { OPENED_AT } from '#support/prepared.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { wakeUploader, spool } from '#support/spooled.ts'
import { tempDir } from '#support/test-engine.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  flush,
  isShown,
  open,
  press,
  setScreens,
  showAllColumns,
  text,
  type,
} from '#support/screens.ts'
import { formatOwnTime } from '../../src/renderer/src/words/dates.ts'

setScreens()

/** Formats a time in the time zone of this computer. */
const formatTime = (at: string) => formatOwnTime(at, Date.parse(OPENED_AT))

const getListCount = () => byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim()

/** Adds files to the queue, whose first upload never gets an answer. */
async function hangUpload(engine: ScreenEngine, ...names: string[]) {
  engine.network.fault(({ method }) => (method === 'PUT' ? { kind: 'hang', isEarly: true } : null))
  for (const name of names) spool(engine, new TextEncoder().encode(name.repeat(1_000)), { name })
  await wakeUploader(engine)
  await engine.clock.advanceUntil(async () => (await engine.client.call('folders.queue', {})).uploading === 1)
  await flush()
}

/** An account without documents that watches a folder. */
async function openWithFolder() {
  const engine = await startScreenEngine({ containers: 7 })
  const folder = tempDir()
  await engine.ask('folders.add', { path: folder, after: 'leave', alwaysPolls: true, isRecursive: false })
  return { folder, ...(await open({ path: '/documents', engine })) }
}

describe('the inbox', () => {
  test('opens by keys with all documents, newest first, each with its state and reason', async () => {
    showAllColumns('documents')
    const { engine, router } = await openInbox({ path: '/lfd' })
    await press('g')
    await press('d')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(engine.lastInput('documents.list')).toMatchObject({
      filter: { scope: 'all' },
      sort: [{ column: 'received', direction: 'desc' }],
    })
    expect(column('state')).toEqual([
      'Not linkedNo match among your records',
      'Data read1 value does not match',
      `DuplicateAlready here: ${INVOICE}, ${formatTime('2026-11-20T17:00:00.000Z')}`,
      'FailedThe service did not accept this file. Service message: “File is encrypted”',
    ])
    expect(text('scope-count'), 'not linked, one difference, failed').toBe('3')
    expect([column('type')[1], column('source')[0], column('key')[1], column('amount')[1]]).toEqual([
      'Commercial invoice',
      'Dropped',
      'INV-2026-11873',
      '$12,480.50',
    ])
  })

  test('shows the progress of an upload, and a document without a result for a day', async () => {
    const { engine } = await openInbox()
    spool(engine, new TextEncoder().encode('nothing to be read'), { name: 'Scan 2026-11-19 08.31.pdf' })
    await wakeUploader(engine)
    await engine.clock.advanceUntil(
      async () =>
        (
          await engine.client.call('documents.list', {
            filter: { scope: 'all', states: ['processing'] },
            sort: [],
            window: { offset: 0, limit: 1 },
          })
        ).total === 1,
    )
    engine.clock.sleepMachine(25 * 3_600_000)
    await engine.clock.advanceUntil(
      async () =>
        (
          await engine.client.call('documents.list', {
            filter: { scope: 'all', states: ['no-result'] },
            sort: [],
            window: { offset: 0, limit: 1 },
          })
        ).total === 1,
    )
    await hangUpload(engine, 'annexes.pdf')
    await press('g')
    await press('t')
    await press('g')
    await press('d')
    expect(column('state').slice(0, 2)).toEqual([
      'Uploading50 % of 11 kB',
      'No result yetNo result after a day; still waiting',
    ])
  })

  test('filters by documents that need the user, by state, type and text, and shows when none matches', async () => {
    const { engine } = await openInbox()
    await click('scope-needs-me')
    expect(getListCount()).toBe('3 of 4')
    await click('states')
    await click(
      all('.choice')
        .find(({ textContent }) => textContent.trim() === 'Failed')!
        .querySelector('input')!,
    )
    expect(engine.lastInput('documents.list')).toMatchObject({ filter: { scope: 'needs-me', states: ['failed'] } })
    await type('filter-text', 'no such text')
    expect(text('empty-state')).toMatch(/^No documents match this filter\./)
  })

  test('shows the running upload and the queue, and pauses the queue', async () => {
    const { engine } = await openInbox()
    await hangUpload(engine, 'one.pdf', 'two.pdf')
    expect(text('queue')).toMatch(/^2 files in the queue/)
    expect(text('queue')).toMatch(/1 queued, 1 uploading · 0 of 2 done · \d+ kB left/)
    // The test sets the estimate, because the upload of a small file takes no time.
    engine.intercept('folders.queue', async (_, callEngine) => ({ ...(await callEngine()), secondsLeft: 4 }))
    engine.announce({ topic: 'folders', ids: null })
    await flush()
    expect(text('queue')).toContain('kB left · less than a minute')
    engine.intercept('folders.queue', null)
    engine.network.unplug()
    await engine.clock.advanceUntil(async () => (await engine.client.call('folders.queue', {})).waitsFor !== null)
    await flush()
    const { nextTryAt } = await engine.ask('folders.queue', {})
    expect(text('queue-held')).toBe(
      `The tracking service cannot be reached. Uploads continue automatically. Next try ${formatTime(nextTryAt!)}.`,
    )
    await press('p')
    expect(engine.lastInput('folders.pause')).toEqual({ isPaused: true })
    expect(text('queue-held')).toBe('Paused. Current uploads finish; no others start until you resume.')
    await click('queue-pause')
    expect(engine.lastInput('folders.pause')).toEqual({ isPaused: false })
  })

  test('names the folder that cannot be scanned, and since when', async () => {
    const { engine, folder } = await openWithFolder()
    rmSync(folder, { recursive: true })
    await engine.ask('folders.check', {})
    await expect
      .poll(async () => {
        await flush()
        return isShown('folder-trouble')
      })
      .toBe(true)
    const [{ stateSince } = { stateSince: '' }] = await engine.ask('folders.list', {})
    expect(text('folder-trouble')).toContain(
      `${folder} has been missing since ${formatTime(stateSince)}: it was renamed, deleted or disconnected.`,
    )
    await click(byTestId('folder-trouble').querySelector('button')!)
    expect(engine.lastInput('folders.check')).toEqual({})
  })

  test('explains where to put documents while there are none', async () => {
    const { folder } = await openWithFolder()
    expect(text('empty-state')).toMatch(new RegExp(`^No documents yet\\.Drop PDFs into ${folder}\\..*Add files$`))
  })

  test('shows since when no document has arrived', async () => {
    const { engine } = await startInbox()
    // Documents deleted at the service disappear. The folder still has the time of its newest file.
    engine.intercept('documents.list', async (_, callEngine) => ({
      ...(await callEngine()),
      rows: [],
      total: 0,
      outOf: 0,
    }))
    await open({ path: '/documents', engine })
    expect(text('empty-state')).toBe(
      `No documents yet.Drop PDFs into /in. Nothing has arrived since ${formatTime('2026-11-20T17:00:00.000Z')}.Add files`,
    )
  })

  test('leads to Settings if no folder is watched', async () => {
    const { router } = await open({ rows: 7, path: '/documents' })
    expect(text('empty-state')).toBe(
      'No documents yet.Drop PDFs, images or scans anywhere on this window, or watch a folder: Quaywatch uploads each file saved there once and reads its data.Add filesWatch a folder',
    )
    await click('empty-other')
    await expect
      .poll(() => [router.currentRoute.value.name, router.currentRoute.value.hash])
      .toEqual(['settings', '#folders'])
  })

  test('marks rows as done by one key, and undoes it', async () => {
    const { engine, row: rowOf } = await openInbox()
    await click('scope-needs-me')
    await click(fileCell(BILL))
    await press('e')
    expect(engine.lastInput('documents.review')).toEqual({ ids: [rowOf(BILL).id], isReviewed: true })
    expect(getListCount()).toBe('2 of 4')
    await press('e')
    expect(engine.lastInput('documents.review')).toEqual({ ids: [rowOf(INVOICE).id], isReviewed: true })
    expect(getListCount()).toBe('1 of 4')
    await press('z', { ctrlKey: true })
    expect(getListCount()).toBe('2 of 4')
    await press('e')
    expect(getListCount()).toBe('1 of 4')
    await click('undo')
    expect(getListCount()).toBe('2 of 4')
  })

  test('marks all selected rows, and retries the failed ones', async () => {
    const { engine, row: rowOf } = await openInbox()
    await click(fileCell(BILL))
    await press('a', { ctrlKey: true })
    await click('retry-selected')
    expect(engine.lastInput('documents.retry')).toEqual({ ids: [rowOf(LOCKED).id] })
    await click(fileCell(BILL))
    await press('a', { ctrlKey: true })
    await click('review-selected')
    expect(engine.lastInput('documents.review')).toMatchObject({
      isReviewed: true,
      ids: [rowOf(BILL).id, rowOf(INVOICE).id],
    })
  })

  test('copies the number of a document, or its file name if it has none', async () => {
    await openInbox()
    await click(fileCell(INVOICE))
    await press('c')
    await click(fileCell(LOCKED))
    await press('c')
    expect(copied).toEqual(['INV-2026-11873', LOCKED])
  })

  test('follows the engine: a new state of a file appears automatically', async () => {
    const { engine, row: rowOf } = await openInbox()
    await engine.ask('documents.retry', { ids: [rowOf(LOCKED).id] })
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('documents.get', { id: rowOf(LOCKED).id })).state === 'processing',
    )
    await flush()
    expect(column('state')[3]).toBe('Reading')
  })
})
