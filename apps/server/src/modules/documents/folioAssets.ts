/** The style of the public check, inlined in its pages; the colours are those of the app. */
export const folioStyle = `
:root{color-scheme:light dark;--bg:#f6f5f1;--surface:#fff;--sunk:#eceae3;--text:#1c1a27;--text2:#54515f;--line:#dedbd2;--control:#85818f;--accent:#463aae;--accent-soft:#eae8f8;--on:#fff;--good:#1b7a47;--warn:#8a5a00;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--bg:#141220;--surface:#1e1b2c;--sunk:#28253a;--text:#f2f0fa;--text2:#bbb7cb;--line:#38344c;--control:#8f8aa5;--accent:#c5beff;--accent-soft:#332c63;--on:#1c1a27;--good:#6fd39b;--warn:#f0c35a;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:34rem;padding:1rem;background:var(--bg);color:var(--text);font:1rem/1.45 Figtree,system-ui,sans-serif}
header{display:flex;align-items:center;gap:.6rem;padding:.25rem 0 .9rem;font-weight:700;font-size:1.05rem}
.arch{color:var(--accent);line-height:0}
.card{display:block;background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:1.25rem;margin:0 0 .9rem}
[hidden]{display:none}
h1{font-size:1.75rem;line-height:1.2;margin:.75rem 0 .5rem}
h1.alone{margin-top:0}
h2{font-size:1.1rem;margin:0 0 .35rem}
p{margin:0;color:var(--text2)}
.lead{margin-bottom:.9rem}
dl{margin:0;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
dt{font-size:.875rem;color:var(--text2)}
dd{margin:0 0 .75rem;font-size:1.0625rem;overflow-wrap:anywhere}
.small{font-size:.875rem;margin-top:.75rem}
.note{background:var(--sunk);border-radius:14px;padding:.9rem 1.1rem;margin-bottom:.9rem}
label{display:block;font-weight:600;margin:.25rem 0 .35rem;color:var(--text)}
input{width:100%;min-height:48px;padding:.6rem .75rem;border:1px solid var(--control);border-radius:10px;background:var(--surface);color:var(--text);font:inherit}
form .small{margin:.4rem 0 1rem}
button,.button{display:block;width:100%;min-height:48px;padding:.75rem;border:0;border-radius:12px;background:var(--accent-soft);color:var(--accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
form button{background:var(--accent);color:var(--on)}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.icon path{fill:none;stroke:var(--surface);stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}
.icon.valid{fill:var(--good)}.icon.outdated{fill:var(--warn)}.icon.revoked,.icon.unknown{fill:var(--bad)}
#resultado{margin-top:.75rem;font-weight:600;color:var(--text)}
summary{font-weight:600;cursor:pointer;min-height:24px}
.hash{margin-top:.5rem;font-family:ui-monospace,monospace;font-size:.8125rem;overflow-wrap:anywhere}
`

/** Compares a chosen or dropped file with the hash of the page. A browser hashes only on pages by https or localhost. */
export const folioScript = `
const part=document.getElementById('archivo'),input=document.getElementById('pdf'),result=document.getElementById('resultado');
async function compare(file){
  if(!file)return;
  const digest=await crypto.subtle.digest('SHA-256',await file.arrayBuffer());
  const hash=Array.from(new Uint8Array(digest),(byte)=>byte.toString(16).padStart(2,'0')).join('');
  result.textContent=hash===part.dataset.hash?'Es el mismo archivo que emitió el colegio.':'No es el archivo que emitió el colegio.';
}
if(globalThis.crypto&&crypto.subtle){
  part.hidden=false;
  input.addEventListener('change',()=>compare(input.files[0]));
  document.addEventListener('dragover',(event)=>event.preventDefault());
  document.addEventListener('drop',(event)=>{event.preventDefault();compare(event.dataTransfer.files[0])});
}
`
