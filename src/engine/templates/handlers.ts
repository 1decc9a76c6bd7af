// Handlers for the user's addresses of other programs.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import { MAX_TEMPLATES, findTemplateProblem, type LinkKey, type LinkValues } from '#contract/rules/link-templates.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { markOwn } from '../settings/own-marks.ts'
import type { LinkTemplate } from '#contract/templates.ts'

export function templateHandlers({ db, write, now }: DataDeps): HandlersOf<'templates'> {
  const writeAndAnnounce = (work: (db: WritableDb) => void) =>
    write((db, announce) => {
      work(db)
      announce('views')
    })
  return {
    'templates.list': () => loadTemplates(db),
    'templates.values': ({ record: { type, id } }) => {
      const values = type === 'container' ? loadContainerValues(db, id) : loadShipmentValues(db, id)
      if (!values) throw new AppError(type === 'container' ? 'containers/unknown' : 'shipments/unknown')
      return values
    },
    'templates.save': (template) => {
      const problem = findTemplateProblem(template.address)
      if (problem) throw new AppError(problem.code, problem.details)
      writeAndAnnounce((db) => {
        const stored = loadTemplates(db)
        if (stored.length >= MAX_TEMPLATES && !stored.some(({ id }) => id === template.id))
          throw new AppError('links/too-many', { most: MAX_TEMPLATES })
        saveTemplate(db, template, now())
      })
    },
    'templates.arrange': ({ ids }) => writeAndAnnounce((db) => arrangeTemplates(db, ids, now())),
    'templates.remove': ({ id }) => writeAndAnnounce((db) => deleteTemplate(db, id, now())),
  }
}

// The user's addresses of other programs, in state.db, and the values of a record that they can contain.

function loadTemplates(db: ReadableDb): LinkTemplate[] {
  return db.all<LinkTemplate & { openedBy: LinkKey | null }>(
    'SELECT id, name, address, opened_by AS openedBy FROM link_template ORDER BY place, id',
  )
}

/** A saved template keeps its position; a new one comes last. */
function saveTemplate(db: WritableDb, { id, name, address, openedBy }: LinkTemplate, at: string): void {
  markOwn(db, 'links', [id], at)
  db.run(
    `INSERT INTO link_template (id, name, address, opened_by, place, changed_at)
     VALUES (?, ?, ?, ?, (SELECT ifnull(max(place), 0) + 1 FROM link_template), ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, opened_by = excluded.opened_by, changed_at = excluded.changed_at`,
    id,
    name,
    address,
    openedBy,
    at,
  )
}

function arrangeTemplates(db: WritableDb, ids: readonly string[], at: string): void {
  const storedIds = loadTemplates(db).map(({ id }) => id)
  const order = [...ids.filter((id) => storedIds.includes(id)), ...storedIds.filter((id) => !ids.includes(id))]
  for (const [index, id] of order.entries()) {
    const sql = 'UPDATE link_template SET place = ?, changed_at = ? WHERE id = ? AND place <> ?'
    if (db.runAndCount(sql, index + 1, at, id, index + 1) > 0) markOwn(db, 'links', [id], at)
  }
}

function deleteTemplate(db: WritableDb, id: string, at: string): void {
  markOwn(db, 'links', [id], at)
  db.run('DELETE FROM link_template WHERE id = ?', id)
}

type RecordRow = {
  id: string
  number: string | null
  shipmentId: string | null
  masterBill: string | null
  refs: string
  customer: string | null
  scac: string | null
}

/** Null if the container was never read. */
export function loadContainerValues(db: ReadableDb, containerId: string): LinkValues | null {
  const row = db.get<RecordRow>(
    'SELECT id, number, shipment_id AS shipmentId, master_bill AS masterBill, refs, customer, scac FROM container_row WHERE id = ?',
    containerId,
  )
  return row ? { ...loadSharedValues(db, row), number: row.number, id: row.id } : null
}

/** A shipment has no container number and no container id, so templates with these do not open for it. */
export function loadShipmentValues(db: ReadableDb, shipmentId: string): LinkValues | null {
  const row = db.get<RecordRow>(
    'SELECT id, NULL AS number, id AS shipmentId, master_bill AS masterBill, refs, customer, scac FROM shipment_row WHERE id = ?',
    shipmentId,
  )
  return row ? { ...loadSharedValues(db, row), number: null, id: null } : null
}

function loadSharedValues(
  db: ReadableDb,
  { shipmentId, masterBill, refs, customer, scac }: RecordRow,
): Omit<LinkValues, 'number' | 'id'> {
  return {
    masterBill,
    customer,
    scac,
    shipmentId,
    booking: loadBooking(db, shipmentId),
    ref: parseFirst(refs) ?? loadShipmentRef(db, shipmentId),
  }
}

/** The booking number under which the shipment was requested; null if there is none. */
function loadBooking(db: ReadableDb, shipmentId: string | null): string | null {
  return (
    db.value<string>(
      `SELECT number FROM request_row WHERE shipment_id = ? AND type = 'booking_number' ORDER BY number LIMIT 1`,
      shipmentId,
    ) ?? null
  )
}

function loadShipmentRef(db: ReadableDb, shipmentId: string | null): string | null {
  return parseFirst(db.value<string>('SELECT refs FROM shipment_row WHERE id = ?', shipmentId) ?? '[]')
}

function parseFirst(refs: string): string | null {
  return (JSON.parse(refs) as string[])[0] ?? null
}
