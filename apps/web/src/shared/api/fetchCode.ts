import { config } from '../../config.ts'

type Recovery = (error: unknown) => Promise<never>

let recover: Recovery = (error) => Promise.reject(error)

/** Sets what is tried when code cannot be fetched, before the page shows the failure. */
export function recoverCodeBy(recovery: Recovery) {
  recover = recovery
}

/** The code that `load` imports. @throws after `config.codeDeadlineMs` at the latest */
export function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadlineTimer = setTimeout(() => reject(new Error('The code did not come')), config.codeDeadlineMs)
    load()
      .catch(recover)
      .then(resolve, reject)
      .finally(() => clearTimeout(deadlineTimer))
  })
}
