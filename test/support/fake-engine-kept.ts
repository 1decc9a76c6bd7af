// What the user keeps in the made-up engine: saved views, calendars of terminals, and what becomes of all of it.
import { AppError } from '#contract/errors.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { LinkValues } from '#contract/rules/link-places.ts'
import type { EngineContract, Topic } from '#contract/index.ts'
import { OwnPart, type FolderOfFile, type OwnDataBackup, type OwnDataFound, type PartPlan } from '#contract/own-data.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { TerminalCalendar } from '#contract/terminals.ts'
import type { LinkTemplate } from '#contract/templates.ts'
import type { SavedView } from '#contract/views.ts'
import { NOW, at } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `views.${string}` | `terminals.${string}` | `ownData.${string}` | `exports.${string}` | `storage.${string}` | `templates.${string}`>

export type FakeKept = { views: SavedView[]; calendars: TerminalCalendar[]; templates: LinkTemplate[]; backups: OwnDataBackup[]; folders: FolderOfFile[]; /** What the next file says. */ found: OwnDataFound; handlers: Pick<Handlers<EngineContract>, Names> }

export function createFakeKept(rows: () => readonly ContainerRow[], announce: (topic: Topic) => void): FakeKept {
  const kept: FakeKept = {
    views: [],
    calendars: [],
    templates: [],
    backups: [],
    folders: [],
    found: { id: 'found', madeAt: at(-3_600_000), isOtherService: false, serviceUrl: 'https://tracking.example/v2', parts: OwnPart.options.map((part, place) => planOf(part, place)), unknownContainers: 2 },
    handlers: {
      'views.list': () => kept.views,
      'views.save': (view) => {
        kept.views = [...kept.views.filter(({ id }) => id !== view.id), view]
        announce('views')
      },
      'views.remove': ({ id }) => {
        kept.views = kept.views.filter((view) => view.id !== id)
        announce('views')
      },
      'exports.take': () => ({ file: OWN_DATA_FILE }),
      'ownData.get': () => ({ parts: OwnPart.options.map((part, place) => ({ part, count: part === 'views' ? kept.views.length : (place * 3) % 7 })), backups: kept.backups, folders: kept.folders }),
      'ownData.export': () => ({ file: OWN_DATA_FILE, name: 'quaywatch-own-data-2026-11-20.json' }),
      'ownData.look': () => kept.found,
      'ownData.restore': ({ id }) => {
        if (id !== kept.found.id) throw new AppError('own-data/gone')
        return { backup: backUp(kept), computer: null }
      },
      'ownData.goBack': () => ({ backup: backUp(kept), computer: null }),
      'ownData.forgetFolder': ({ path }) => {
        kept.folders = kept.folders.filter((folder) => folder.path !== path)
        announce('folders')
      },
      'storage.preview': ({ historyMonths }) => (historyMonths === null ? { containers: 0, changes: 0 } : { containers: 214, changes: 3_480 }),
      'storage.rebuildMirror': () => undefined,
      'templates.list': () => kept.templates,
      'templates.values': ({ record: { type, id } }) => valuesOf(type === 'container' ? rows().find((row) => row.id === id) : rows().find((row) => row.shipmentId === id), type),
      'templates.save': (template) => {
        const isKnown = kept.templates.some(({ id }) => id === template.id)
        kept.templates = isKnown ? kept.templates.map((each) => (each.id === template.id ? template : each)) : [...kept.templates, template]
        announce('views')
      },
      'templates.arrange': ({ ids }) => {
        kept.templates = kept.templates.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
        announce('views')
      },
      'templates.remove': ({ id }) => {
        kept.templates = kept.templates.filter((template) => template.id !== id)
        announce('views')
      },
      'terminals.list': () => kept.calendars,
      'terminals.set': (calendar) => {
        kept.calendars = [...kept.calendars.filter(({ place }) => place !== calendar.place), calendar].toSorted((a, b) => a.place.localeCompare(b.place))
        announce('settings')
      },
      'terminals.remove': ({ place }) => {
        kept.calendars = kept.calendars.filter((calendar) => calendar.place !== place)
        announce('settings')
      },
    },
  }
  return kept
}

function valuesOf(row: ContainerRow | undefined, type: 'container' | 'shipment'): LinkValues {
  if (!row) throw new AppError(type === 'container' ? 'containers/unknown' : 'shipments/unknown')
  const isBox = type === 'container'
  return { number: isBox ? row.number : null, id: isBox ? row.id : null, shipmentId: row.shipmentId, masterBill: row.masterBill, booking: null, ref: row.refs[0] ?? null, customer: row.customer, scac: row.scac }
}

export const OWN_DATA_FILE = '0'.repeat(64)

const planOf = (part: PartPlan['part'], place: number): PartPlan => ({ part, inFile: place % 4, here: (place * 3) % 7, fresh: place % 3, newer: place % 2, older: 0, onlyHere: part === 'folders' ? 0 : place % 5 })

function backUp(kept: FakeKept): OwnDataBackup {
  const backup = { id: `own-data-${kept.backups.length}`, at: NOW }
  kept.backups = [backup, ...kept.backups]
  return backup
}
