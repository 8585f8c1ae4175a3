export const Logo = () => (
  <svg className="logo" viewBox="0 0 40 40" aria-hidden="true">
    <path d="M2.5 35V23.5a17.5 17.5 0 0 1 35 0V35h-7V23.5a10.5 10.5 0 0 0-21 0V35Z" />
    <path d="M14 35v-6a6 6 0 0 1 12 0v6Z" />
  </svg>
)
