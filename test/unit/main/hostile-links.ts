// 200 links that the program must refuse: each shape with each payload.
const payloads = [
  'MSCU1234567',
  '../../etc/passwd',
  '%2e%2e%2fsettings',
  '<script>alert(1)</script>',
  "'; DROP TABLE res; --",
  '--inspect=0',
  'javascript:alert(1)',
  '\u202egpj.exe',
  'a\r\nb',
  'x'.repeat(3_000),
]

const shapes: ((payload: string) => string)[] = [
  (payload) => `quaywatch://settings/find?q=${payload}`,
  (payload) => `quaywatch://shipments/delete?q=${payload}`,
  (payload) => `quaywatch://shipments/find/${payload}?q=1`,
  (payload) => `quaywatch://shipments/find?key=${payload}`,
  (payload) => `quaywatch://shipments/find?q=1&q=${payload}`,
  (payload) => `quaywatch://shipments/find?q=1&next=${payload}`,
  (payload) => `quaywatch://shipments/find?q=1#${payload}`,
  (payload) => `quaywatch://user:${payload}@shipments/find?q=1`,
  (payload) => `quaywatch://shipments.example.org/find?q=${payload}`,
  (payload) => `quaywatch://shipments:8080/find?q=${payload}`,
  (payload) => `quaywatch://shipments/../find?q=${payload}#`.replace('#', '#x'),
  (payload) => `quaywatch:shipments/find?q=${payload}`,
  (payload) => `quaywatch:///shipments/find?q=${payload}`,
  (payload) => `quaywatch:\\\\shipments\\find?q=${payload}`,
  (payload) => `quaywatch://shipments/find?q=%00${payload}`,
  (payload) => `quaywatch://shipments/find?q=%0d%0aSet-Cookie:${payload}`,
  (payload) => `quaywatch://shipments/find?q=%ff%fe${payload}`,
  (payload) => `quaywatch://shipments/find?q=%E2%80%AE${payload}`,
  (payload) => `QUAYWATCH://SHIPMENTS/FIND?Q=${payload}`,
  (payload) => `quaywatch://${payload}`,
]

export const hostileLinks: readonly string[] = shapes.flatMap((shape) => payloads.map(shape))
