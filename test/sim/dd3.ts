import { saturatedDay, sharedDay } from './long.ts'
const c0 = process.cpuUsage()
console.log(await saturatedDay('T7-0', Number(process.argv[2])))
const c = process.cpuUsage(c0); console.log((c.user + c.system) / 1e6)
console.log(await sharedDay('T8-0', Number(process.argv[2]), 2, 0))
