// Why the service cannot start, in one sentence that says what to do. It is shown to the user who typed the command.

export class StartupProblem extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartupProblem'
  }
}
