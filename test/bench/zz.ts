import { measureQuery } from './query.ts'
import { measureSearch } from './search.ts'
const [which='query', n='1000'] = process.argv.slice(2)
const f = await (which==='query'?measureQuery:measureSearch)({containers:n.split(',').map(Number)})
for (const x of f) console.log(x.holds?' ':'X', x.name, x.value.toFixed(1), x.unit)
