// Why the service cannot start, with advice; shown to the user of the command.

export class StartupProblem extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartupProblem'
  }
}
