import { openDesk } from './desk.ts'
const n = Number(process.argv[2])
const desk = await openDesk(n)
const c = desk.client
const cpu = () => { const u = process.threadCpuUsage(); return (u.user + u.system) / 1000 }
const go = async (name: string, f: () => Promise<unknown>, times = 1) => { const all = []; for (let i = 0; i < times; i++) { const a = cpu(); await f(); all.push(cpu() - a) } console.log(name, all.map((x) => x.toFixed(1)).join(' ')) }
const w = { offset: 0, limit: 100 }
await go('first open', () => c.call('containers.list', { filter: { scope: 'open' }, sort: [], window: w }))
await go('first all', () => c.call('containers.list', { filter: { scope: 'all' }, sort: [], window: w }))
await go('first shipments', () => c.call('shipments.list', { filter: { scope: 'all' }, sort: [], window: w }))
for (let r = 0; r < 2; r++) for (const column of ['eta', 'number', 'appointment', 'daysLeft', 'customer'] as const) await go('all ' + column, () => c.call('containers.list', { filter: { scope: 'all' }, sort: [{ column, direction: 'desc' }], window: w }), 3)
await go('all, text', () => c.call('containers.list', { filter: { scope: 'all', text: 'e' }, sort: [], window: w }), 3)
await go('open eta', () => c.call('containers.list', { filter: { scope: 'open' }, sort: [{ column: 'eta', direction: 'desc' }], window: w }), 5)
const { listId } = await c.call('containers.list', { filter: { scope: 'open' }, sort: [], window: w })
await go('window', () => c.call('containers.list', { listId, filter: { scope: 'open' }, sort: [], window: { offset: Math.floor(Math.random() * 5000), limit: 100 } }), 12)
await go('facets all', () => c.call('containers.facets', { filter: { scope: 'all' } }), 3)
await go('summary', () => c.call('containers.summary', {}), 3)
await go('today', () => c.call('today.get', {}), 5)
await go('look', () => c.call('changes.look', {}), 3)
await go('shipments', () => c.call('shipments.list', { filter: { scope: 'all' }, sort: [{ column: 'boxes', direction: 'asc' }], window: w }), 4)
const s = await c.call('shipments.list', { filter: { scope: 'open' }, sort: [], window: w })
await go('shipments window', () => c.call('shipments.list', { listId: s.listId, filter: { scope: 'open' }, sort: [], window: { offset: Math.floor(Math.random() * 5000), limit: 100 } }), 12)
await go('charges', () => c.call('charges.list', { filter: {}, sort: [{ column: 'lastFreeDay', direction: 'asc' }], window: w }), 5)
const h = await c.call('charges.list', { filter: {}, sort: [{ column: 'lastFreeDay', direction: 'asc' }], window: w })
await go('charges window', () => c.call('charges.list', { listId: h.listId, filter: {}, sort: [{ column: 'lastFreeDay', direction: 'asc' }], window: { offset: Math.floor(Math.random() * 1000), limit: 100 } }), 12)
for (const text of [undefined, 'm', 'kestrel', 'mscu']) await go('changes ' + text, () => c.call('changes.list', { filter: { scope: 'all', ...(text ? { text } : {}) }, window: w }), 3)
for (const q of ['m', 'ever', 'ma', 'maersk', 'los angeles', 'zzzz', 'po-1', '4500']) { await go('find ' + q, () => c.call('search.find', { text: q, limit: 20 }), 3); await go('resolve ' + q, () => c.call('search.resolve', { q }), 3) }
console.log(process.memoryUsage())
await desk.close()
