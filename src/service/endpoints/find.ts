// The direct link of the web application (specification 4.4): finds a record by its number or reference and redirects
// the browser to it. The pages are minimal, because the web application itself is not simulated.
import { asText, normalizeText, getTexts } from '../jsonapi/matching.ts'
import { listCandidates, getLinkedIdentifiers, filterResources, type Resource } from '../jsonapi/resource.ts'
import { unknownRecord } from '../jsonapi/errors.ts'
import { readId } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

export const findRoutes: readonly Route[] = [
  { method: 'GET', path: '/shipments/find', answer: redirectToRecord, isRoot: true, isPublic: true },
  { method: 'GET', path: '/shipments', answer: answerListPage, isRoot: true, isPublic: true },
  { method: 'GET', path: '/shipments/{id}', answer: answerShipmentPage, isRoot: true, isPublic: true },
]

function redirectToRecord(context: Context): Answer {
  const query = context.query.get('q') ?? ''
  const root = context.url.slice(0, -'/find'.length)
  const target = findTarget(context, normalizeText(query))
  const location = target
    ? `${root}/${target.shipmentId}${target.containerId === null ? '' : `?container=${target.containerId}`}`
    : `${root}?q=${encodeURIComponent(query)}`
  return { status: 302, headers: { location }, content: new Uint8Array(), mediaType: 'text/html; charset=utf-8' }
}

type Target = { shipmentId: string; containerId: string | null }

/**
 * Tries the steps of the specification in order: exact container, exact shipment, part of a container, of a shipment.
 */
function findTarget({ records }: Context, wanted: string): Target | null {
  if (wanted === '') return null
  const listWithText = (type: string) => filterResources(listCandidates(records.list(type), [wanted]), () => true)
  const [containers, shipments] = [listWithText('container'), listWithText('shipment')]
  const containerTarget = (container: Resource | undefined): Target | null => {
    const [shipment] = container ? getLinkedIdentifiers(container.relationships?.['shipment']) : []
    return container && shipment ? { shipmentId: shipment.id, containerId: container.id } : null
  }
  const shipmentTarget = (shipment: Resource | undefined): Target | null =>
    shipment ? { shipmentId: shipment.id, containerId: null } : null
  const listNumbers = (shipment: Resource) =>
    getTexts(shipment, 'bill_of_lading_number', 'normalized_number', 'ref_numbers').map(normalizeText)
  return (
    containerTarget(
      containers.find((container) => normalizeText(asText(container.attributes?.['number'])) === wanted),
    ) ??
    shipmentTarget(shipments.find((shipment) => listNumbers(shipment).includes(wanted))) ??
    containerTarget(
      containers.find((container) => normalizeText(asText(container.attributes?.['number'])).includes(wanted)),
    ) ??
    shipmentTarget(shipments.find((shipment) => listNumbers(shipment).some((number) => number.includes(wanted))))
  )
}

function answerShipmentPage(context: Context): Answer {
  const id = readId(context)
  const shipment = context.records.find('shipment', id)
  if (!shipment) throw unknownRecord('shipment', id)
  const selected = context.query.get('container')
  const containers = getLinkedIdentifiers(shipment.relationships?.['containers']).flatMap(
    (linkage) => context.records.find('container', linkage.id) ?? [],
  )
  const items = containers.map(
    (container) =>
      `<li${container.id === selected ? ' aria-current="true"' : ''}>${escapeHtml(asText(container.attributes?.['number']))} · ${escapeHtml(asText(container.attributes?.['current_status']))}</li>`,
  )
  return answerHtml(`Shipment ${asText(shipment.attributes?.['bill_of_lading_number'])}`, `<ul>${items.join('')}</ul>`)
}

function answerListPage({ query }: Context): Answer {
  return answerHtml(
    'Shipments',
    `<form><input name="q" aria-label="Search" value="${escapeHtml(query.get('q') ?? '')}"></form>`,
  )
}

function answerHtml(title: string, body: string): Answer {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1>${body}</html>`
  return {
    content: new TextEncoder().encode(html),
    mediaType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': "default-src 'none'" },
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
