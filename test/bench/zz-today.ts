import { openConnection } from '#engine/db/open.ts'
import { momentSetup, setMoment } from '#engine/containers/moment.ts'
import { createWrite } from '#engine/db/write.ts'
import { createBoard } from '#engine/containers/board.ts'
import { createClock } from '#engine/outside/clock.ts'
import { loadLook, weightiestLines, loadLines } from '#engine/changes/store.ts'
import { countNotAssessed, loadRows, orderContainers } from '#engine/containers/store.ts'
import { countTiles } from '#engine/today/store.ts'
import { dataFolder } from './data.ts'
const c = openConnection(dataFolder(Number(process.argv[2])), { functions: {}, setup: momentSetup })
const write = createWrite(c, { add: () => undefined })
write((db) => { setMoment(db, Date.now(), { tomorrow: 1, soon: 3, week: 7 }) })
const board = createBoard({ db: c.db, clock: createClock(), stopped: new AbortController().signal })
const cpu = () => { const u = process.threadCpuUsage(); return (u.user + u.system) / 1000 }
const t = (name: string, f: () => any) => { f(); f(); const a = cpu(); let r; for (let i = 0; i < 20; i++) r = f(); console.log(name, ((cpu() - a) / 20).toFixed(2)); return r }
let a = cpu(); await board.current('first'); console.log('first', cpu() - a); a = cpu(); await board.current('all'); console.log('all', cpu() - a)
const look = loadLook(c.db)!
const d = t('decisions', () => orderContainers(board, { scope: 'open', risks: [] }, [{ column: 'risk', direction: 'asc' }, { column: 'daysLeft', direction: 'asc' }, { column: 'fees', direction: 'desc' }, { column: 'number', direction: 'asc' }]))
const m = t('weightiest', () => weightiestLines(c.db, look.throughId, 10))
t('tiles', () => countTiles(board))
t('rows', () => loadRows(c.db, d.slice(0, 25)))
t('rows100', () => loadRows(c.db, d.slice(0, 100)))
t('lines', () => loadLines(c.db, m.ids))
t('notassessed', () => countNotAssessed(board))
t('columns', () => board.columns())
const r = loadRows(c.db, d.slice(0, 100))
t('clone', () => structuredClone(r))
c.close()
