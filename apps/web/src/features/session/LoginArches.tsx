import { arch } from '../../shared/ui/content/arch.ts'

/** The drawing at the bottom of a page on a phone or tablet. A wider screen shows more of its outer arches. */
export function LoginFoot() {
  return (
    <svg viewBox="0 0 390 140" className="login-foot" aria-hidden="true">
      <path className="fill-sunk" d={arch(20, 150, 148, 99)} />
      <path className="fill-sunk" d={arch(372, 150, 172, 118)} />
      <path className="fill-accent-soft" d={arch(190, 150, 196, 150)} />
      <path className="fill-bg" d={arch(190, 150, 128, 109)} />
      <path className="fill-accent" d={arch(190, 150, 68, 67)} />
    </svg>
  )
}

/** The panel beside the form on a desktop. */
export function LoginPanel() {
  return (
    <div className="login-panel">
      <p className="px-14 pt-15 font-bold text-figure text-white leading-tight tracking-title">
        El día a día del colegio,
        <br />
        en un solo lugar.
      </p>
      <svg viewBox="0 0 640 380" className="absolute inset-x-0 bottom-0 w-full" aria-hidden="true">
        <g className="fill-brand-arch">
          <path opacity=".4" d={arch(40, 400, 370, 230)} />
          <path opacity=".6" d={arch(40, 400, 210, 150)} />
          <path opacity=".4" d={arch(640, 400, 370, 290)} />
          <path opacity=".6" d={arch(640, 400, 210, 201)} />
          <path d={arch(330, 400, 520, 400)} />
        </g>
        <path className="fill-brand" d={arch(330, 400, 372, 316)} />
        <path className="fill-white" d={arch(330, 400, 176, 170)} />
      </svg>
    </div>
  )
}
