// The direct link of the web application (specification 4.4): resolves an identifier in five steps and redirects the
// browser to the record. The pages are minimal, because the application is not simulated.
import { asText, plain, textsOf } from '../jsonapi/matching.ts'
import { listCandidates, linkedIdentifiers, filterResources, type Resource } from '../jsonapi/resource.ts'
import { unknownRecord } from '../jsonapi/errors.ts'
import { idIn } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

export const findRoutes: readonly Route[] = [
  { method: 'GET', path: '/shipments/find', answer: find, isRoot: true, isOpen: true },
  { method: 'GET', path: '/shipments', answer: listPage, isRoot: true, isOpen: true },
  { method: 'GET', path: '/shipments/{id}', answer: shipmentPage, isRoot: true, isOpen: true },
]

function find(context: Context): Answer {
  const query = context.query.get('q') ?? ''
  const root = context.url.slice(0, -'/find'.length)
  const target = targetOf(context, plain(query))
  const location = target
    ? `${root}/${target.shipmentId}${target.containerId === null ? '' : `?container=${target.containerId}`}`
    : `${root}?q=${encodeURIComponent(query)}`
  return { status: 302, headers: { location }, content: new Uint8Array(), mediaType: 'text/html; charset=utf-8' }
}

type Target = { shipmentId: string; containerId: string | null }

function targetOf({ records }: Context, wanted: string): Target | null {
  if (wanted === '') return null
  const all = (type: string) => filterResources(listCandidates(records.list(type), [wanted]), () => true)
  const [containers, shipments] = [all('container'), all('shipment')]
  const ofContainer = (container: Resource | undefined): Target | null => {
    const [shipment] = container ? linkedIdentifiers(container.relationships?.['shipment']) : []
    return container && shipment ? { shipmentId: shipment.id, containerId: container.id } : null
  }
  const ofShipment = (shipment: Resource | undefined): Target | null =>
    shipment ? { shipmentId: shipment.id, containerId: null } : null
  const numbers = (shipment: Resource) =>
    textsOf(shipment, 'bill_of_lading_number', 'normalized_number', 'ref_numbers').map(plain)
  return (
    ofContainer(containers.find((container) => plain(asText(container.attributes?.['number'])) === wanted)) ??
    ofShipment(shipments.find((shipment) => numbers(shipment).includes(wanted))) ??
    ofContainer(containers.find((container) => plain(asText(container.attributes?.['number'])).includes(wanted))) ??
    ofShipment(shipments.find((shipment) => numbers(shipment).some((number) => number.includes(wanted))))
  )
}

function shipmentPage(context: Context): Answer {
  const id = idIn(context)
  const shipment = context.records.find('shipment', id)
  if (!shipment) throw unknownRecord('shipment', id)
  const selected = context.query.get('container')
  const containers = linkedIdentifiers(shipment.relationships?.['containers']).flatMap(
    (linkage) => context.records.find('container', linkage.id) ?? [],
  )
  const items = containers.map(
    (container) =>
      `<li${container.id === selected ? ' aria-current="true"' : ''}>${escaped(asText(container.attributes?.['number']))} · ${escaped(asText(container.attributes?.['current_status']))}</li>`,
  )
  return page(`Shipment ${asText(shipment.attributes?.['bill_of_lading_number'])}`, `<ul>${items.join('')}</ul>`)
}

function listPage({ query }: Context): Answer {
  return page('Shipments', `<form><input name="q" aria-label="Search" value="${escaped(query.get('q') ?? '')}"></form>`)
}

function page(title: string, body: string): Answer {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${body}</html>`
  return {
    content: new TextEncoder().encode(html),
    mediaType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': "default-src 'none'" },
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
