/** Short synthesised sounds; each kind can be switched off. */
import { settings, type Settings } from './settings.svelte';

export type Sound = keyof Settings['sounds'];

let context: AudioContext | null = null;

/** Browsers allow sound only after a user gesture; before that nothing is queued. */
function ready(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

function tone(
  audio: AudioContext,
  frequency: number,
  at: number,
  length: number,
  volume: number,
  type: OscillatorType,
  glide = 1,
): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * glide, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

function rustle(audio: AudioContext, at: number, length: number, volume: number, pitch: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

const PLAYERS: Record<Sound, (audio: AudioContext, at: number, count: number) => void> = {
  card: (audio, at) => rustle(audio, at, 0.09, 0.35, 2600),
  wagon: (audio, at, count) => {
    for (let i = 0; i < Math.min(count, 9); i += 1) {
      rustle(audio, at + i * 0.08, 0.05, 0.5, 380);
      tone(audio, 150, at + i * 0.08, 0.06, 0.12, 'triangle', 0.7);
    }
  },
  bell: (audio, at) => {
    tone(audio, 880, at, 0.9, 0.14, 'sine');
    tone(audio, 1320, at, 0.6, 0.07, 'sine');
    tone(audio, 2217, at, 0.3, 0.03, 'sine');
  },
  chime: (audio, at) => {
    for (const [index, frequency] of [659, 831, 988, 1319].entries())
      tone(audio, frequency, at + index * 0.11, 0.7, 0.09, 'sine');
  },
  whistle: (audio, at) => {
    for (const [start, length] of [
      [0, 0.35],
      [0.45, 0.8],
    ] as const) {
      tone(audio, 587, at + start, length, 0.08, 'sawtooth', 1.02);
      tone(audio, 740, at + start, length, 0.07, 'triangle', 1.02);
      rustle(audio, at + start, length, 0.05, 1800);
    }
  },
};

/** After the next frame, so that the move is shown before the first sound is prepared. */
export function sound(kind: Sound, count = 1): void {
  if (settings.muted || !settings.sounds[kind]) return;
  requestAnimationFrame(() =>
    setTimeout(() => {
      const audio = ready();
      if (audio) PLAYERS[kind](audio, audio.currentTime + 0.01, count);
    }),
  );
}
