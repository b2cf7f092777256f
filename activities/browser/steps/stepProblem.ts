/** Why a step could not be done, in words that hold no value of the step. */
export class StepProblem extends Error {
  override readonly name = "StepProblem";
}
