import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '#support/browser.ts'
import { pdfLines, pdfOf } from '#support/pdf.ts'
import { endPrograms, makeFolder, startHost, startService } from '#support/programs.ts'
import { openPage } from '#support/web-page.ts'
const folder = join(makeFolder(), 'Inbox'); mkdirSync(folder)
const service = await startService('--no-limit', '--seed', '1', '--containers', '30', '--clock-rate', '10')
const host = await startHost('--data-dir', makeFolder(), '--service-url', service.ready.url, '--api-key', service.ready.key, '--clock-rate', '10', '--watch', folder)
const page = await openPage(host.ready.url)
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms))
await wait(3000)
const { rows } = await page.engine.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })
const b = rows[0]!
writeFileSync(join(folder, 'invoice.pdf'), pdfLines('COMMERCIAL INVOICE', 'Invoice number: INV-2026-118', 'Invoice date: 2026-11-02', 'Seller: Ningbo Bright Lamps Co.', `Bill of lading: ${b.masterBill}`, `Container: ${b.number}`, 'Total amount: USD 18,240.50'))
writeFileSync(join(folder, 'bill.pdf'), pdfLines('BILL OF LADING', `B/L No: ${b.masterBill}`, `Container ${b.number}`))
writeFileSync(join(folder, 'scan.pdf'), pdfOf([]))
await wait(9000)
writeFileSync(join(folder, 'invoice again.pdf'), pdfLines('COMMERCIAL INVOICE', 'Invoice number: INV-2026-118', 'Invoice date: 2026-11-02', 'Seller: Ningbo Bright Lamps Co.', `Bill of lading: ${b.masterBill}`, `Container: ${b.number}`, 'Total amount: USD 18,240.50'))
await wait(4000)
console.log(JSON.stringify((await page.engine.call('documents.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 9 } })).rows.map((r) => [r.fileName, r.state, r.failure])))
const browser = await launchBrowser()
const again = /http\S+#t=\S+/g
const address = host.says().match(again)!.at(-1)!
const tab = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
tab.on('console', (m) => { if (m.type() !== 'info' && m.type() !== 'log') console.log(m.type(), m.text()) })
tab.on('pageerror', (e) => console.log('ERR', e.message))
tab.on('requestfailed', (r) => console.log('FAILED', r.url(), r.failure()?.errorText))
tab.on('response', (r) => { if (r.status() >= 400) console.log(r.status(), r.url()) })
await tab.goto(address)
await wait(2500)
await tab.keyboard.press('g'); await tab.keyboard.press('d')
await wait(1500)
await tab.screenshot({ path: '/tmp/look/inbox.png' })
await tab.getByText('invoice.pdf', { exact: true }).first().dblclick()
await wait(4000)
await tab.screenshot({ path: '/tmp/look/panel.png' })
await browser.close()
page.close()
await endPrograms()
