// How the page sends files to the host, over a fake network.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ShellBridge } from '#contract/shell.ts'
import { putExport, putFile, putOwnData } from '../../src/renderer/src/engine/file-access.ts'

type SentRequest = {
  path: string
  method: string | undefined
  body: RequestInit['body'] | undefined
  duplex: string | undefined
}
let sent: SentRequest[] = []
let status = 201
beforeEach(() => {
  sent = []
  status = 201
  vi.stubGlobal('fetch', (path: string, { method, body, duplex }: RequestInit & { duplex?: string }) => {
    sent.push({ path, method, body, duplex })
    return Promise.resolve(new Response(null, { status }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const createFile = () => new File(['one page'], 'a b.pdf')
const underElectron = () => {
  const shell: ShellBridge = {
    call: () => Promise.resolve({ value: null }),
    onEvent: () => () => undefined,
    connectEngine: () => undefined,
  }
  Object.assign(window, { shell })
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'shell')
  })
}

test('a file is sent to the browser host as a File', async () => {
  const dropped = createFile()
  await putFile(dropped)
  expect(sent).toEqual([{ path: '/drop?name=a%20b.pdf', method: 'PUT', body: dropped, duplex: undefined }])
})

test('a file is sent to Electron as a stream, because the main process would hold a whole Blob in memory', async () => {
  underElectron()
  await putFile(createFile())
  await putOwnData(createFile(), 'own')
  await putExport(createFile(), 'list')
  expect(sent.map(({ path, method, duplex }) => [path, method, duplex])).toEqual([
    ['/drop?name=a%20b.pdf', 'PUT', 'half'],
    ['/restore?name=own', 'PUT', 'half'],
    ['/export?name=list', 'PUT', 'half'],
  ])
  for (const { body } of sent) {
    expect(body).toBeInstanceOf(ReadableStream)
    expect(await new Response(body as ReadableStream).text()).toBe('one page')
  }
})

test.each([
  ['the browser host', () => undefined],
  ['Electron, which cannot read an empty Blob', underElectron],
])('an empty file is sent without a body to %s', async (_host, prepare) => {
  prepare()
  await putFile(new File([], 'empty.pdf'))
  expect(sent).toEqual([{ path: '/drop?name=empty.pdf', method: 'PUT', body: undefined, duplex: undefined }])
})

test.each([
  [413, 'documents/too-large'],
  [507, 'db/disk-full'],
  [500, 'documents/not-dropped'],
])('an answer with status %d is the error %s', async (answerStatus, code) => {
  status = answerStatus
  await expect(putFile(createFile())).rejects.toMatchObject({ code })
})
