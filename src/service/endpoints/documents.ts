// The endpoints of documents (specification 2.9, 3.4, 4.2): submit, list, correct, process again, rotate and download.
import { DOCUMENT_TYPES } from '../account/classify.ts'
import { computeContentHash, createDocument } from '../account/documents.ts'
import type { StoredBlob, StoredDocument } from '../account/stored.ts'
import { isObject, readData, readJson, type BodyData } from '../jsonapi/body.ts'
import { badParameter, invalid, ServiceError, unknownRecord, type Problem } from '../jsonapi/errors.ts'
import { asText, normalizeText, getTexts } from '../jsonapi/matching.ts'
import {
  listAllResources,
  getLinkedIdentifiers,
  createListing,
  type Listing,
  type Resource,
} from '../jsonapi/resource.ts'
import type { Stored } from '../written/collection.ts'
import { answerCreated, answerEmpty, answerRecordById, answerPage, answerJson, readRow, readId } from './answers.ts'
import { createDownloadUrl } from './direct-uploads.ts'
import { requireFeature, type Answer, type Context, type Route } from './routing.ts'

export const documentRoutes: readonly Route[] = requireFeature('documents', [
  { method: 'GET', path: '/documents', answer: (context) => answerPage(context, 'document', filterDocuments(context)) },
  { method: 'POST', path: '/documents', answer: create },
  {
    method: 'GET',
    path: '/documents/types',
    answer: () => answerJson({ document_types: DOCUMENT_TYPES.map(({ code, label }) => ({ code, label })) }),
  },
  {
    method: 'GET',
    path: '/documents/{id}',
    answer: (context) => answerRecordById(context, 'document', readId(context)),
  },
  { method: 'PATCH', path: '/documents/{id}', answer: change },
  { method: 'DELETE', path: '/documents/{id}', answer: remove },
  { method: 'GET', path: '/documents/{id}/download_url', answer: download },
  {
    method: 'POST',
    path: '/documents/{id}/reextract',
    answer: (context) => reprocess(context, { isAnnounced: false }),
  },
  {
    method: 'POST',
    path: '/documents/{id}/reclassify',
    answer: (context) => reprocess(context, { isAnnounced: false, manualType: null }),
  },
  { method: 'POST', path: '/documents/{id}/relink', answer: (context) => reprocess(context, {}) },
  { method: 'POST', path: '/documents/{id}/rotate', answer: rotate },
])

const SORT_KEYS: Readonly<Record<string, (document: Resource) => string>> = {
  document_type: ({ attributes }) => asText(attributes?.['document_type']),
  added_by: ({ relationships }) => getLinkedIdentifiers(relationships?.['user'])[0]?.id ?? '',
  created_at: ({ attributes }) => asText(attributes?.['created_at']),
}

function filterDocuments(context: Context): Listing {
  const { query, records } = context
  const [name, reference, types] = ['filename', 'reference', 'document_types'].map(
    (filter) => query.get(`filter[${filter}]`) ?? '',
  )
  const wantedTypes = (types ?? '').split(',').filter((type) => type !== '')
  const found = listAllResources(records.list('document')).filter(
    (document) =>
      (!name || normalizeText(asText(document.attributes?.['file_name'])).includes(normalizeText(name))) &&
      (wantedTypes.length === 0 || wantedTypes.includes(asText(document.attributes?.['document_type']))) &&
      (!reference || mentionsReference(context, document, normalizeText(reference))),
  )
  return createListing(sortDocuments(found, query.get('sort')))
}

function sortDocuments(documents: Resource[], sort: string | null): Resource[] {
  if (sort === null || sort === '') return documents
  const key = sort.replace(/^-/, '')
  const sortKey = Object.hasOwn(SORT_KEYS, key) ? SORT_KEYS[key] : undefined
  if (!sortKey)
    throw badParameter('sort', `sort must be one of ${Object.keys(SORT_KEYS).join(', ')}, with a minus for descending.`)
  const ordered = documents.toSorted((one, other) =>
    sortKey(one) < sortKey(other) ? -1 : Number(sortKey(one) > sortKey(other)),
  )
  return sort.startsWith('-') ? ordered.toReversed() : ordered
}

/** Whether a number or reference of a linked record contains the normalized text. */
function mentionsReference({ records }: Context, document: Resource, wanted: string): boolean {
  const targets = ['shipments', 'cargos'].flatMap((relation) =>
    getLinkedIdentifiers(document.relationships?.[relation]),
  )
  return targets.some(({ type, id }) => {
    const record = records.find(type, id)
    return (
      record !== null &&
      getTexts(record, 'number', 'bill_of_lading_number', 'ref_numbers').some((text) =>
        normalizeText(text).includes(wanted),
      )
    )
  })
}

const MAX_NAME = 255

function create(context: Context): Answer {
  const data = readData(context.body, 'document')
  const blob = readUploadedBlob(context, data)
  const { name = blob.filename } = data.attributes
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME) {
    throw invalid([
      {
        pointer: '/data/attributes/name',
        code: 'invalid',
        detail: `Name must be a string of 1 to ${MAX_NAME} characters`,
      },
    ])
  }
  const contentHash = computeContentHash(context.account.contents.get(blob.row))
  refuseOrReplaceDuplicate(context, contentHash)
  const source = data.attributes['source'] === 'upload' ? 'upload' : 'api'
  const document = createDocument(context, { name: name.trim(), blob: blob.row, contentHash, source, email: null })
  return answerCreated(context, 'document', context.world.ids.create('document', document.row))
}

function readUploadedBlob({ account, signer, worldMs }: Context, { attributes }: BodyData): Stored<StoredBlob> {
  const pointer = '/data/attributes/attached_document'
  const { attached_document: signedId } = attributes
  if (signedId === undefined || signedId === null || signedId === '')
    throw invalid([{ pointer, code: 'blank', detail: "Attached document can't be blank" }])
  const row = typeof signedId === 'string' ? signer.read('attach', signedId, worldMs) : null
  const blob = row === null ? null : account.blobs.get(row)
  if (!blob)
    throw invalid([{ pointer, code: 'invalid', detail: 'Attached document is not a signed id, or it has expired' }])
  if (!blob.isUploaded) throw invalid([{ pointer, code: 'invalid', detail: 'Attached document has not been uploaded' }])
  return blob
}

/** Most accounts refuse a second document with the same content with 409. Others replace the first document. */
function refuseOrReplaceDuplicate({ account, world, duplicates }: Context, contentHash: string): void {
  const duplicate = account.documents.all().find((document) => document.contentHash === contentHash)
  if (!duplicate || duplicates === 'accept') return
  if (duplicates === 'replace') {
    account.documents.remove(duplicate.row)
    return
  }
  throw new ServiceError(409, [
    {
      code: 'duplicate_document',
      detail: `A document with the same content already exists: ${duplicate.name}.`,
      meta: {
        existing_document_id: world.ids.create('document', duplicate.row),
        existing_document_name: duplicate.name,
      },
    },
  ])
}

function getDocument(context: Context): Stored<StoredDocument> {
  const id = readId(context)
  const document = context.account.documents.get(readRow(context, 'document', id))
  if (!document) throw unknownRecord('document', id)
  return document
}

function change(context: Context): Answer {
  const { row } = getDocument(context)
  const { attributes } = readData(context.body, 'document')
  const { document_type_manual: type, extracted_data_manual: data } = attributes
  const problems: Problem[] = []
  const isType = type === undefined || type === null || DOCUMENT_TYPES.some(({ code }) => code === type)
  if (!isType)
    problems.push({
      pointer: '/data/attributes/document_type_manual',
      code: 'inclusion',
      detail: 'Document type must be one of the known types',
    })
  if (data !== undefined && data !== null && !isObject(data))
    problems.push({
      pointer: '/data/attributes/extracted_data_manual',
      code: 'invalid',
      detail: 'Extracted data must be an object',
    })
  if (type === undefined && data === undefined)
    problems.push({
      pointer: '/data/attributes',
      code: 'blank',
      detail: 'Only document_type_manual and extracted_data_manual can be changed',
    })
  if (problems.length > 0) throw invalid(problems)
  context.account.documents.change(row, {
    ...(type === undefined ? {} : { manualType: type as string | null }),
    ...(data === undefined ? {} : { manualData: data as Record<string, unknown> | null }),
    updatedMs: context.worldMs,
  })
  return answerRecordById(context, 'document', readId(context))
}

/** Deletes the document, and its file if no other document has it. */
function remove(context: Context): Answer {
  const { row, blob } = getDocument(context)
  const { documents, blobs, contents } = context.account
  documents.remove(row)
  if (!documents.all().some((other) => other.blob === blob)) {
    contents.remove(blob)
    blobs.remove(blob)
  }
  return answerEmpty(204)
}

function download(context: Context): Answer {
  const { blob: row } = getDocument(context)
  const blob = context.account.blobs.get(row)
  if (!blob?.isUploaded) throw new ServiceError(422, [{ code: 'invalid', detail: 'This document has no file.' }])
  return answerJson({ download_url: createDownloadUrl(context, row, blob.filename) })
}

const answerAccepted = () => answerJson({ status: 'accepted' }, 202)

/** Processes the document again. Webhooks get the result again if `changes` sets `isAnnounced` to false. */
function reprocess(context: Context, changes: Partial<StoredDocument>): Answer {
  const { row, startedMs } = getDocument(context)
  const isNewRun = changes.isAnnounced === false
  context.account.documents.change(row, {
    ...changes,
    reading: null,
    updatedMs: context.worldMs,
    startedMs: isNewRun ? context.worldMs : startedMs,
  })
  return answerAccepted()
}

function rotate(context: Context): Answer {
  const document = getDocument(context)
  const blob = context.account.blobs.get(document.blob)
  const body = readJson(context.body)
  const degrees = isObject(body) ? body['degrees'] : null
  if (degrees !== 90 && degrees !== 180 && degrees !== 270)
    throw invalid([{ pointer: '/degrees', code: 'inclusion', detail: 'Degrees must be 90, 180 or 270' }])
  if (!blob?.contentType.startsWith('image/'))
    throw new ServiceError(422, [{ code: 'invalid', detail: 'Only images can be rotated.' }])
  context.account.documents.change(document.row, {
    degrees: (document.degrees + degrees) % 360,
    updatedMs: context.worldMs,
  })
  return answerAccepted()
}
