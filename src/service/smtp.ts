// The mail server (`--smtp-port`): accepts messages to the documents address from this computer only. It does not
// relay, authenticate or send.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Address, type Attachment as MimeAttachment } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { DOCUMENTS_ALIAS, type Mail } from './account/mail.ts'
import { cleanFileName } from './account/documents.ts'
import { removeTags } from './account/reading.ts'
import { StartupProblem } from './startup-problem.ts'

const HOST = '127.0.0.1'
const MAX_BYTES = 40 * 1024 * 1024
const MAX_ATTACHMENTS = 50

export type MailListener = { port: number; close(): void }

export async function listenForMail(
  port: number,
  onMail: (mail: Mail) => void,
  logProblem: (problem: string) => void,
): Promise<MailListener> {
  const server = new SMTPServer({
    banner: 'tracking service',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: 20,
    onRcptTo: ({ address }, _session, callback) => {
      const isDocumentsAddress = address.toLowerCase() === DOCUMENTS_ALIAS
      callback(
        isDocumentsAddress ? null : Object.assign(new Error(`There is no mailbox ${address}.`), { responseCode: 550 }),
      )
    },
    onData: (stream, _session, callback) => {
      readBytes(stream)
        .then(async (bytes) => {
          onMail(await parseMail(bytes))
          callback()
        })
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))))
    },
  })
  server.on('error', (error) => logProblem(`SMTP: ${error.message}`))
  server.listen(port, HOST)
  try {
    await once(server.server, 'listening')
  } catch (cause) {
    throw new StartupProblem(`Port ${port} for mail cannot be opened on ${HOST}. Choose another with --smtp-port.`, {
      cause,
    })
  }
  return { port: (server.server.address() as AddressInfo).port, close: () => server.close() }
}

async function readBytes(stream: AsyncIterable<Uint8Array> & { sizeExceeded?: boolean }): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    // The sender expects that the whole message is read, so the rest is read and dropped.
    if (size <= MAX_BYTES) chunks.push(chunk)
  }
  if (size > MAX_BYTES) throw Object.assign(new Error('The message is too large.'), { responseCode: 552 })
  return Buffer.concat(chunks)
}

export async function parseMail(bytes: Uint8Array): Promise<Mail> {
  const mail = await PostalMime.parse(bytes)
  const sentMs = Date.parse(mail.date ?? '')
  const findHeader = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? null
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? (mail.html === undefined ? null : removeTags(mail.html).trim()),
    from: listAddresses(mail.from ? [mail.from] : []),
    to: listAddresses(mail.to ?? []),
    cc: listAddresses(mail.cc ?? []),
    messageId: mail.messageId ?? null,
    inReplyTo: mail.inReplyTo ?? null,
    references: mail.references?.split(/\s+/).filter((reference) => reference !== '') ?? [],
    contentType: findHeader('content-type')?.split(';')[0]?.trim() ?? null,
    sentMs: Number.isNaN(sentMs) ? null : sentMs,
    attachments: mail.attachments.filter(isFile).slice(0, MAX_ATTACHMENTS).map(toAttachment),
  }
}

function listAddresses(addresses: readonly Address[]): string[] {
  return addresses.flatMap(({ address, group }) => [
    ...(address ? [address] : []),
    ...(group ? listAddresses(group) : []),
  ])
}

/** Whether the attachment is a document. An image within the text, such as a logo, is not. */
function isFile({ disposition, related, filename }: MimeAttachment): boolean {
  return disposition === 'attachment' || (!related && filename !== null)
}

function toAttachment({ filename, mimeType, content }: MimeAttachment): Mail['attachments'][number] {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  return {
    filename: cleanFileName(filename ?? ''),
    contentType: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream',
    content: bytes,
  }
}
