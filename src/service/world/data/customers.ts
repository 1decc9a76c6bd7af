// Invented importers and the format of their order numbers.

export type Customer = {
  name: string
  /** `#` is a digit. */
  orderPattern: string
  tags: readonly string[]
}

export const CUSTOMERS: readonly Customer[] = [
  { name: 'Kestrelmoor Outdoor', orderPattern: 'PO-######', tags: ['seasonal'] },
  { name: 'Brindle & Fenwick Toys', orderPattern: '45########', tags: ['priority', 'retail'] },
  { name: 'Pellworth Appliances', orderPattern: 'PW#####', tags: ['retail'] },
  { name: 'Ostrander Tile Works', orderPattern: 'OTW-####-##', tags: ['heavy'] },
  { name: 'Juniper Ash Home', orderPattern: 'JAH######', tags: ['retail'] },
  { name: 'Marrowick Tools', orderPattern: 'PO ####', tags: [] },
  { name: 'Sundrift Bicycles', orderPattern: 'SB-#####', tags: ['priority'] },
  { name: 'Velbrook Medical Supply', orderPattern: 'VMS######', tags: ['priority', 'FDA'] },
  { name: 'Quillan Paper Goods', orderPattern: '7#######', tags: [] },
  { name: 'Dunmere Auto Parts', orderPattern: 'DAP-######', tags: ['JIT'] },
  { name: 'Lattimer Glass', orderPattern: 'LG####', tags: ['fragile'] },
  { name: 'Eastquay Seafood', orderPattern: 'ES-######', tags: ['reefer', 'FDA'] },
  { name: 'Roswyn Textiles', orderPattern: 'RT ######', tags: [] },
  { name: 'Thornbury Imports', orderPattern: 'TI######', tags: ['retail'] },
  { name: 'Calloway Reed Garments', orderPattern: 'CRG-####', tags: ['seasonal', 'retail'] },
  { name: 'Halvorsen Lamp Company', orderPattern: 'HL######', tags: [] },
]
