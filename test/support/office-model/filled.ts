// The model of an office that has members and spaces. It needs no test runner, so the simulator can use it.
import { addMembers } from '../office-databases.ts'
import { type OfficeModelDeps, createOfficeModel } from './model.ts'

/** A model with the members and spaces of the other offices. */
export async function createFilledModel(deps: OfficeModelDeps) {
  const model = createOfficeModel(deps)
  const connectAs = (login: string, onLost: () => void = () => undefined) =>
    model.connectFrom(`computer of ${login}`).connect(addressOf(login), onLost)
  for (const login of ['stranger', 'solo']) model.addLogin(login, [])
  await addMembers(model.owner, {
    loginOf: (name) => name,
    grant: (login, groups) => model.addLogin(login, groups),
    withAda: async (work) => {
      const ada = await connectAs('ada')
      await work(ada)
      await ada.close()
    },
  })
  return { model, connectAs }
}

export const addressOf = (login: string) => ({
  host: 'office.example',
  port: 5432,
  database: 'office',
  user: login,
  password: '',
  fingerprint: null,
})
