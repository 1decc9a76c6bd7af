// Which link templates are accepted, which are refused and why, and how values replace their placeholders.
import { describe, expect, test } from 'vitest'
import { fillTemplate, isAddress, type LinkValues, findTemplateProblem } from '#contract/rules/link-templates.ts'

const values: LinkValues = {
  number: 'MSCU1234567',
  masterBill: 'OBLN 61/2',
  booking: null,
  ref: "PO&4711 'x' (ü)?#",
  customer: ' ',
  scac: 'MAEU',
  id: 'c1',
  shipmentId: 's1',
}

describe('a link template', () => {
  test.each([
    'https://tms.example/search?ref={ref}',
    'HTTP://intranet:8080/{masterBill}/{number}',
    'http://[::1]:80/{id}',
    'https://tms.example',
    'edient:Command=ShowEditForm&Number={number}',
    'my-tms://open/{shipmentId}',
  ])('%s is accepted', (address) => expect(findTemplateProblem(address)).toBe(null))

  test.each([
    ['', 'links/not-an-address', {}],
    ['tms.example/{ref}', 'links/not-an-address', {}],
    ['https://', 'links/not-an-address', {}],
    ['https://user:word@tms.example/{ref}', 'links/not-an-address', {}],
    ['https://tms.example/a b', 'links/not-an-address', {}],
    ['https://tms.example/\u202E{ref}', 'links/not-an-address', {}],
    ['edient:open "{ref}"', 'links/not-an-address', {}],
    ['edient:"{ref}"', 'links/not-an-address', {}],
    ['javascript:alert({ref})', 'links/scheme-refused', { scheme: 'javascript' }],
    ['FILE:///etc/{ref}', 'links/scheme-refused', { scheme: 'FILE' }],
    ['data:text/html,{ref}', 'links/scheme-refused', { scheme: 'data' }],
    ['ms-msdt:/id {ref}', 'links/scheme-refused', { scheme: 'ms-msdt' }],
    ['x-man-page://{ref}', 'links/scheme-refused', { scheme: 'x-man-page' }],
    ['search-ms:query={ref}', 'links/scheme-refused', { scheme: 'search-ms' }],
    ['c:\\tms.exe {ref}', 'links/scheme-refused', { scheme: 'c' }],
    ['https://tms.example/{po}', 'links/unknown-place', { place: '{po}' }],
    ['https://tms.example/{Ref}', 'links/unknown-place', { place: '{Ref}' }],
    ['https://tms.example/{ref', 'links/unknown-place', { place: '{ref' }],
    ['https://{customer}.example/', 'links/place-in-host', {}],
    ['https://{ref}', 'links/place-in-host', {}],
  ])('%j is refused: %s', (address, code, details) => expect(findTemplateProblem(address)).toEqual({ code, details }))

  test('is filled with values that are encoded as one part of the address', () => {
    const filled = fillTemplate('https://tms.example/{masterBill}?ref={ref}&line={scac}', values)
    expect(filled).toEqual({
      url: 'https://tms.example/OBLN%2061%2F2?ref=PO%264711%20%27x%27%20%28%C3%BC%29%3F%23&line=MAEU',
    })
    expect(new URL((filled as { url: string }).url).searchParams.get('ref')).toBe(values.ref)
  })

  test('is not filled if the record lacks values, and each missing value is listed once', () =>
    expect(fillTemplate('https://tms.example/{booking}/{customer}/{booking}/{id}', values)).toEqual({
      missing: ['booking', 'customer'],
    }))

  test('is not filled with dots that would change the path', () => {
    for (const ref of ['.', '..', ' .. '])
      expect(fillTemplate('https://tms.example/containers/{ref}/cancel', { ...values, ref })).toEqual({
        missing: ['ref'],
      })
    expect(fillTemplate('https://tms.example/containers/{ref}', { ...values, ref: '1..2' })).toEqual({
      url: 'https://tms.example/containers/1..2',
    })
  })

  test('always gives an address of the site that the user wrote', () => {
    for (const hostileRef of [
      '//evil.example',
      '@evil.example/',
      '\\evil.example',
      '?#',
      '../../..',
      '\u202E',
      '\uD800',
      '%2F%2Fevil.example',
      '"><script>',
    ]) {
      const filled = fillTemplate('https://tms.example/{ref}?q={ref}#{ref}', { ...values, ref: hostileRef }) as {
        url: string
      }
      expect([new URL(filled.url).origin, isAddress(filled.url)]).toEqual(['https://tms.example', true])
    }
  })
})
