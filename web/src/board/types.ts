/** A board as the server describes it, and where everything on it is drawn (layout.py is the contract). */

export interface PlaceData {
  id: string;
  name: string;
  country: boolean;
  passengers: number;
  names: Record<string, string>;
}

export interface TrackData {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: string;
  kind: 'train' | 'ferry' | 'tunnel';
  locomotives: number;
}

export interface TicketData {
  id: string;
  a: string;
  b: string;
  points: number;
  deck: string;
}

export interface Label {
  lines: string[];
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  line_height: number;
  box: [number, number, number, number];
}

export interface PlaceLayout {
  id: string;
  x: number;
  y: number;
  r: number;
  country: boolean;
  ends: [number, number][];
  /** The country's name at each end station, by language; none where its own name stands near. */
  end_labels: Record<string, Label>[];
  passengers: [number, number][];
  labels: Record<string, Label>;
}

export interface TrackLayout {
  id: string;
  a: string;
  b: string;
  colour: string;
  kind: 'train' | 'ferry' | 'tunnel';
  length: number;
  locomotives: number;
  line: string;
  spaces: [number, number, number][];
  space: [number, number];
  wheels: number[];
  portals: [number, number, number][];
  middle: [number, number];
}

export interface Layout {
  board: string;
  width: number;
  height: number;
  space_length: number;
  space_width: number;
  label_size: number;
  passenger_radius: number;
  end_radius: number;
  places: PlaceLayout[];
  tracks: TrackLayout[];
  geography: null | { source: string; layers: { kind: string; path: string }[] };
}
