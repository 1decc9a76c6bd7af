/** A mistake on the command line or in the environment. Its message is for the user, without a stack. */
export class StartProblem extends Error {}
