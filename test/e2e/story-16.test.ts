// Story 16 (docs/testing.md), "One office, two computers": the leader reads the service, and the follower shows the
// same. What the follower's user saves reaches the service once. Both work on without the office's database.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { HANG_MS } from '#support/hang.ts'
import { createAccountOffice } from '#support/office-account.ts'
import {
  type OfficeServer,
  findPrograms,
  killServer,
  restartServer,
  startServer,
  stopServer,
} from '#support/office-server.ts'
import { pdfLines } from '#support/pdf.ts'
import { makeFolder, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { addReference, changeServiceRefs, loadServiceRefs } from './references.ts'
import { STORY, type Service, createStage } from './stage.ts'

const stage = createStage()
/** Its request succeeds at the service. */
const NEW = { number: 'EGHU3004126', scac: 'EGLV' }

let server: OfficeServer
let service: Service
let leader: Host
let follower: Host

/** Answers of the service to requests that change something, in order. */
async function loadWrites(): Promise<string[]> {
  const response = await fetch(new URL('/_service/log', service.ready.url))
  const { requests } = (await response.json()) as LogDocument
  return requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, status }) => `${method} ${path.replace(/(containers|disk)\/.+/, '$1/ID')} ${status}`)
}

const countWrites = async (write: string) => (await loadWrites()).filter((text) => text === write).length

async function openBoth(): Promise<{ reader: Board; other: Board }> {
  const [reader, other] = [await stage.open(leader), await stage.open(follower)]
  for (const board of [reader, other]) {
    await board.goTo('containers')
    await board.waitForRows()
  }
  return { reader, other }
}

describe('story 16', () => {
  beforeAll(async () => {
    server = await startServer(process.env['OFFICE_TEST_PROGRAMS'] ?? findPrograms()[0] ?? '')
    service = await startService('--no-limit', '--seed', '1', '--containers', '20', '--data-dir', makeFolder())
    const office = await createAccountOffice(server, 'story', service.ready, makeFolder())
    leader = await startHost({ service: service.ready, officeFile: office.writeFile('lea') })
    const board = await leader.createClient()
    await vi.waitFor(async () => expect((await board.engine.call('sync.status', {})).state).toBe('live'), HANG_MS)
    board.close()
    follower = await startHost({ service: service.ready, officeFile: office.writeFile('leo') })
  })
  afterAll(() => stopServer(server))

  test('story 16: a change at the service appears on both computers', STORY, async () => {
    const { reader, other } = await openBoth()
    await other.waitForContainers(20)
    await eventually(() => other.textOf('sync-chip')).toMatch(/^Live/)
    await other.by('sync-chip').click()
    expect(await other.textOf('reader')).toMatch(/^lea \(.+\) reads the service for your office\.$/)
    await other.press('Escape')
    const { id } = (await other.rows())[0]!
    await changeServiceRefs(service, id, ['PO-1'])
    for (const board of [reader, other]) {
      await board.openRow(0)
      await eventually(() => board.textOf('fact-refs')).toMatch(/PO-1/)
    }
  })

  test('story 16: an edit, a number and a file of the follower reach the service once', STORY, async () => {
    const { reader, other } = await openBoth()
    const { id } = (await other.rows())[1]!
    await other.openRow(1)
    await addReference(other, 'PO-2')
    await eventually(() => loadServiceRefs(service, id)).toContain('PO-2')
    await reader.openRow(1)
    await eventually(() => reader.textOf('fact-refs')).toMatch(/PO-2/)
    await other.typeNumber(NEW.number)
    await other.addNumber(NEW.number, NEW.scac)
    await eventually(() => countWrites('POST /v2/tracking_requests 201')).toBe(1)
    await other.press('g', 'd')
    await other
      .by('file-chooser')
      .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfLines('BILL OF LADING')) })
    await eventually(() => countWrites('POST /v2/documents 201')).toBe(1)
    await eventually(async () => {
      await other.rereadList('d')
      return (await other.rows()).find(({ cells }) => cells['file'] === 'bill.pdf')?.cells['state']
    }).toMatch(/^(Reading|Data read|Not linked)/)
    expect((await loadWrites()).toSorted()).toEqual([
      'PATCH /v2/containers/ID 200',
      'PATCH /v2/containers/ID 200',
      'POST /rails/active_storage/direct_uploads 200',
      'POST /v2/documents 201',
      'POST /v2/tracking_requests 201',
      'POST /v2/tracking_requests/infer_number 200',
      'PUT /rails/active_storage/disk/ID 204',
    ])
  })

  test('story 16: both computers work on without the database of the office', STORY, async () => {
    const { reader, other } = await openBoth()
    await killServer(server)
    for (const board of [reader, other]) {
      await eventually(() => board.textOf('sync-chip')).toMatch(/^Office away since \d/)
      await board.openRow(2)
      await addReference(board, 'PO-3')
      await eventually(() => board.textOf('fact-refs')).toMatch(/PO-3.*Waiting to be sent/)
    }
    await restartServer(server)
    for (const board of [reader, other]) await eventually(() => board.textOf('sync-chip')).toMatch(/^Live/)
    await eventually(() => reader.textOf('fact-refs')).toMatch(/PO-3$/)
    await eventually(() => other.textOf('fact-refs')).toMatch(/PO-3$/)
  })
})
