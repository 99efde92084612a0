// Sounds, made of a few tones each by the browser itself: nothing is loaded.

/** What is heard. */
export type Sound = "turn" | "card" | "gain" | "attack" | "over";

/** A tone that fades away, or a hiss where it has no pitch. */
interface Tone {
  /** In hertz; null for a hiss. */
  readonly pitch: number | null;
  /** From when on, and for how long it fades, in seconds. */
  readonly from: number;
  readonly fades: number;
  readonly wave?: OscillatorType;
  /** How loud beside the others, from 0 to 1. */
  readonly loud?: number;
}

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  // Two bells, the second one higher.
  turn: [
    { pitch: 659, from: 0, fades: 0.5 },
    { pitch: 988, from: 0.14, fades: 0.7 },
  ],
  // Paper on cloth.
  card: [{ pitch: null, from: 0, fades: 0.09, loud: 0.5 }],
  // Something that rings in a purse.
  gain: [
    { pitch: 1319, from: 0, fades: 0.18, loud: 0.5 },
    { pitch: 1760, from: 0.07, fades: 0.28, loud: 0.5 },
  ],
  // A low blow.
  attack: [
    { pitch: 98, from: 0, fades: 0.35, wave: "triangle" },
    { pitch: null, from: 0, fades: 0.16, loud: 0.7 },
  ],
  // A chord, note by note.
  over: [
    { pitch: 523, from: 0, fades: 1.2, loud: 0.7 },
    { pitch: 659, from: 0.16, fades: 1.2, loud: 0.7 },
    { pitch: 784, from: 0.32, fades: 1.4, loud: 0.7 },
    { pitch: 1047, from: 0.48, fades: 1.6, loud: 0.7 },
  ],
};

/** A tone starts this fast, in seconds: at once it would click. */
const ATTACK = 0.008;
/** What is no longer heard. */
const SILENCE = 0.0001;

let context: AudioContext | null = null;

/** Plays a sound as loud as `volume` says, from 0 to 1; nothing in a browser without sound. */
export function play(sound: Sound, volume: number): void {
  if (typeof AudioContext === "undefined" || volume <= 0) return;
  context ??= new AudioContext();
  const audio = context;
  // Until the visitor has pressed something browsers keep silent, and what was missed is not made up for.
  if (audio.state === "suspended") {
    audio.resume().catch(() => undefined);
    if (!navigator.userActivation.hasBeenActive) return;
  }
  for (const tone of SOUNDS[sound]) sing(audio, tone, volume);
}

function sing(audio: AudioContext, { pitch, from, fades, wave, loud = 1 }: Tone, volume: number) {
  const start = audio.currentTime + from;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(SILENCE, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(SILENCE, 0.35 * loud * volume), start + ATTACK);
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + fades);
  gain.connect(audio.destination);
  const source = pitch === null ? hiss(audio, fades) : whistle(audio, pitch, wave ?? "sine");
  source.connect(gain);
  source.start(start);
  source.stop(start + fades);
}

function whistle(audio: AudioContext, pitch: number, wave: OscillatorType): OscillatorNode {
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  return source;
}

function hiss(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}
