// A new sample account has received e-mails with documents. They are extracted like all others.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Client, DAY, NOON, createClient, getLinkedId } from './client.ts'
import { SECOND, work } from './invoice.ts'

const SOON = NOON + 10 * SECOND

async function listDocuments(client: Client) {
  await work(client, SOON)
  return client.list('/documents?include=last_document_representation', SOON)
}

test('the account has an arrival notice, a delivery order and an invoice, each from an e-mail', async () => {
  const client = createClient({ hasSampleMail: true })
  const { data } = await listDocuments(client)
  expect(data.map(({ attributes }) => [attributes['document_type'], attributes['source']])).toEqual([
    ['commercial_invoice', 'email'],
    ['delivery_order', 'email'],
    ['arrival_notice', 'email'],
  ])
  expect(client.list('/email_submissions', SOON).data).toHaveLength(3)
})

test('the last free day of the arrival notice is a day later than the terminal’s', async () => {
  const client = createClient({ hasSampleMail: true })
  const { data, included } = await listDocuments(client)
  const notice = data.find(({ attributes }) => attributes['document_type'] === 'arrival_notice')!
  const payload = included.find(({ id }) => id === getLinkedId(notice, 'last_document_representation'))!.attributes[
    'payload'
  ] as { container_numbers: string[]; last_free_day: string }
  const container = client
    .listAll('/containers', SOON)
    .find(({ attributes }) => attributes['number'] === payload.container_numbers[0])!
  const { pickup_lfd_terminal: terminalDay } = container.attributes['import_deadlines'] as {
    pickup_lfd_terminal: string
  }
  expect(Date.parse(payload.last_free_day) - Date.parse(terminalDay.slice(0, 10))).toBe(DAY)
})

test('an account that is opened again does not receive the sample e-mails again', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quaywatch-sample-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  for (const startMs of [NOON, NOON + DAY]) {
    const client = createClient({ hasSampleMail: true, dataDir, startMs })
    expect(client.list('/documents', startMs).meta.total).toBe(3)
    client.service.close()
  }
})
