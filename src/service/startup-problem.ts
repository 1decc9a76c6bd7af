// The reason why the service cannot start. The message is shown to the user of the command, so it also says what to do.

export class StartupProblem extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartupProblem'
  }
}
