import { BASE_PATH } from '@apoderados/contract/calls/call'
import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import type { CreateExcuseRequest } from '@apoderados/contract/excuses'
import { promisifyRequest } from 'idb-keyval'
import { ApiError, fileUrl, readResponse, sendCall, throwIfRefused } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { device } from '../device/network/deviceFetch.ts'
import { observable } from '../observable.ts'
import { cachedResponseStore, canPersist, type ResponseKey } from '../session/cachedResponseStore.ts'
import { getSession, onSessionChange } from '../session/store.ts'

/** A justification that waits on this device until the server has it. */
export type QueuedExcuse = {
  request: CreateExcuseRequest
  file: Blob | null
  /** Why it was refused; it then waits for the parent to discard it. */
  problem: string | null
}

const queue = observable<readonly QueuedExcuse[]>([])
export const { use: useExcuseQueue, get: getExcuseQueue } = queue

/** Queued excuses are in the store of the responses, so that a sign-out sweeps them too. */
const CALL = 'queuedExcuse'
const parentId = () => (getSession().profile ?? getSession().user)?.id ?? 0
const keyOf = ({ student_id, key }: CreateExcuseRequest): ResponseKey => [parentId(), student_id, CALL, key]

onSessionChange(({ auth_token }, before) => {
  if (auth_token !== before.auth_token) queue.set([]) // the next parent must not send them
})

/** Reads the excuses of the current session's parent that an earlier visit has left. */
async function readQueue(): Promise<void> {
  const found = await cachedResponseStore('readonly', async (store) => {
    const keys = (await promisifyRequest(store.getAllKeys())) as unknown as ResponseKey[]
    const own = keys.filter((key) => key[2] === CALL && canPersist(key))
    return Promise.all(own.map((key) => promisifyRequest<QueuedExcuse>(store.get(key))))
  }).catch(() => [])
  const known = new Set(queue.get().map(({ request }) => request.key))
  const added = found.filter(({ request }) => !known.has(request.key))
  if (added.length > 0) queue.set([...queue.get(), ...added])
}

const store = (excuse: QueuedExcuse) =>
  cachedResponseStore('readwrite', async (opened) =>
    promisifyRequest(opened.put(excuse, keyOf(excuse.request))),
  ).catch(() => undefined)

/** Adds an excuse, or replaces the one with the same key, and sends what waits. */
export async function queueExcuse(excuse: QueuedExcuse): Promise<void> {
  queue.set([...queue.get().filter(({ request }) => request.key !== excuse.request.key), excuse])
  await store(excuse)
  await sendQueue()
}

export async function discardExcuse({ request }: QueuedExcuse): Promise<void> {
  queue.set(queue.get().filter((other) => other.request.key !== request.key))
  await cachedResponseStore('readwrite', async (opened) =>
    promisifyRequest(opened.delete(keyOf(request))),
  ).catch(() => undefined)
}

/** Whether the server may take the same request later: it gave no answer, or one about itself and not the request. */
const isPassing = ({ hasNoResponse, status = 0 }: ApiError) =>
  hasNoResponse || status >= 500 || status === 401 || status === 429

let sending: Promise<void> | undefined

/** Sends the waiting excuses one after another; a call while they are being sent waits for that one's end. */
export function sendQueue(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

async function sendAll(): Promise<void> {
  for (const excuse of queue.get()) {
    if (excuse.problem !== null) continue
    try {
      await sendExcuse(excuse)
      await discardExcuse(excuse)
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) return
      const refused = { ...excuse, problem: error.message || 'el servidor no la recibió.' }
      queue.set(queue.get().map((other) => (other === excuse ? refused : other)))
      await store(refused)
    }
    for (const name of ['getExcuses', 'getArrears', 'getAttendanceDays'])
      void queryClient.invalidateQueries({ queryKey: [name] })
  }
}

/** Sends an excuse and its file. The key makes a repetition harmless, after an answer that was lost. */
async function sendExcuse({ request, file }: QueuedExcuse): Promise<void> {
  const { id } = (await sendCall(lazyApi.createExcuse, request)) as { id: number }
  if (!file) return
  const { path, method } = lazyApi.uploadExcuseAttachment
  const url = BASE_PATH + path.replace(':student_id', `${request.student_id}`).replace(':excuse_id', `${id}`)
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${getSession().auth_token}`,
    'content-type': 'application/octet-stream',
  }
  const upload = new Request(new URL(fileUrl(url), location.origin), { method, headers, body: file })
  const response = await device.fetch(upload, {}).catch(() => {
    throw new ApiError('', 'network')
  })
  throwIfRefused(await readResponse(response))
}

/** Reads the queue and sends it, now and whenever the connection returns. Returns the function that stops this. */
export function startExcuseQueue(): () => void {
  const send = () => void sendQueue()
  addEventListener('online', send)
  document.addEventListener('visibilitychange', send)
  void readQueue().then(sendQueue)
  return () => {
    removeEventListener('online', send)
    document.removeEventListener('visibilitychange', send)
  }
}
