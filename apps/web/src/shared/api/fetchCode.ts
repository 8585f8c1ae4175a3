import { config } from '../../config.ts'

type CodeRecovery = (error: unknown) => Promise<never>

let recoverCode: CodeRecovery = (error) => Promise.reject(error)

/** Sets the function that is called when code cannot be fetched, before the page shows the failure. */
export function setCodeRecovery(recovery: CodeRecovery) {
  recoverCode = recovery
}

/** Returns the code that `load` imports. @throws after `config.codeDeadlineMs` at the latest */
export function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadlineTimer = setTimeout(() => reject(new Error('The code did not come')), config.codeDeadlineMs)
    load()
      .catch(recoverCode)
      .then(resolve, reject)
      .finally(() => clearTimeout(deadlineTimer))
  })
}
