/**
 * Names for the data that travels between the page and the server, and for what the views share. For
 * the type check alone: no browser ever asks for this file.
 */

export type GameName = 'sokoban' | 'unblock';
export type Side = 'left' | 'right' | 'top' | 'bottom';

// Levels.

/** Something wrong with a level. `text` is English; the code is the same in every version. */
export interface Fault {
  code: string;
  line: number;
  column: number;
  text: string;
}

export interface Piece {
  name: string;
  axis: 'h' | 'v';
  row: number;
  column: number;
  length: number;
}

/** A board of Unblock. `red` is the index of a piece; a drawing may have none yet. */
export interface UnblockBoard {
  width: number;
  height: number;
  walls: [number, number][];
  pieces: Piece[];
  red: number | null;
  exit: Side | null;
}

/** What is drawn, played or asked about: Sokoban has rows, Unblock a board. */
export interface Drawing {
  rows?: string[];
  board?: UnblockBoard;
  title?: string | null;
}

/** A level as the API takes it. */
export type LevelInput = { rows: string[] } | { board: UnblockBoard };

export interface Counts {
  moves?: number;
  pushes?: number;
  steps?: number;
}

export type Metric = keyof Counts;

export interface Level extends Drawing {
  index: number;
  title: string | null;
  author?: string;
  notes?: string[];
  /** The key under which progress is kept; a level that cannot be read has none. */
  key: string | null;
  known?: Counts;
  /** Its category (Unblock, when the file gives the fewest moves). */
  category?: string;
  faults?: Fault[];
  impossible?: string;
  /** Its grade, when it comes with the level. */
  grade?: Grade;
}

/** A level that can be played. */
export type Playable = Level & { key: string };
export type SokobanLevel = Playable & { rows: string[] };
export type UnblockLevel = Playable & { board: UnblockBoard };

export interface Collection {
  name: string;
  game: GameName;
  title: string | null;
  author: string | null;
  count: number;
  levels: Level[];
}

/** A collection in the list of all. */
export interface Shelved {
  name: string;
  description: string;
  embedded: boolean;
  own: boolean;
  title?: string | null;
  author?: string | null;
  game?: GameName;
  count?: number;
  error?: string;
}

export interface Found<L extends Level = Level> {
  collection: Collection;
  level: L;
}

/** A category of Unblock and the fewest moves of its levels; the last has no end. */
export interface Category {
  name: string;
  least: number;
  most: number | null;
}

export interface Format {
  name: string;
  game: GameName;
}

/** How hard a level is for people: the share of plays that end solved (Sokoban) or the moves people need (Unblock),
 *  with the range of eight of ten such levels. A level without a solution has none of it. */
export interface Grade {
  share?: number;
  moves?: number;
  low?: number;
  high?: number;
  /** `first steps`, `easy`, `medium`, `hard` or `few will do it`. */
  band?: string;
  basis?: string;
  extrapolates?: boolean;
  /** In English. */
  sentence?: string;
  why?: string[];
  unsolvable?: boolean;
}

/** What is superfluous in a level, and where there is no choice. */
export interface Advice {
  superfluous_boxes?: Place[];
  superfluous_goals?: Place[];
  superfluous_walls: Place[];
  unneeded_floor?: Place[];
  superfluous_pieces?: string[];
  shortest_solutions: number;
  /** The same when the order does not count; `null` when there are very many. */
  different_solutions: number | null;
  /** Turnings and mirrorings that leave the level as it is. */
  symmetries: number;
  /** Squares that a shortest solution leaves alone. */
  unused_squares: Place[];
  /** Pushes or moves of the way, counted from 1. */
  without_alternative: number[];
  /** Sokoban: the pushes of the way, the box before and after as rows and columns. */
  way?: [number, number, number, number][];
  /** Unblock: moves of the way. */
  moves?: number;
  /** Sokoban: where most pushes lose unseen. Unblock: where most moves lead away. */
  worst?: { after_pushes?: number; lose_unseen?: number; after_moves?: number; lead_away?: number; of: number } | null;
}

// Playing.

/** A piece by its index and how far it slides. */
export type SlideBy = [piece: number, by: number];

/** Moves of a game: letters for Sokoban, slides for Unblock. */
export type Moves = string | SlideBy[];

export interface Place {
  row: number;
  column: number;
}

export interface Snapshot<M extends Moves = Moves> {
  name: string;
  moves: M;
  cursor: number;
  /** The help the game had had until then. */
  hints?: number;
  watched?: boolean;
  noted?: boolean;
  seconds?: number;
}

export interface Attempt<M extends Moves = Moves> {
  moves: M;
  cursor: number;
  hints: number;
  watched: boolean;
  noted?: boolean;
  seconds?: number;
}

export interface SavedGame<M extends Moves = Moves> {
  moves: M;
  cursor: number;
  hints: number;
  watched: boolean;
  /** Whether the win of this attempt is in the history. */
  noted?: boolean;
  /** How long this attempt has been played. */
  seconds?: number;
  snapshots: Snapshot<M>[];
  /** Attempts that ended with a restart, which undo brings back. */
  attempts?: Attempt<M>[];
  /** The name of this version, and of the one it follows. */
  revision?: string;
  base?: string;
}

/** The rules of either game, as far as both have them in common. */
export interface Played<M extends Moves> {
  readonly moves: { readonly length: number };
  readonly cursor: number;
  readonly solved: boolean;
  readonly counts: Counts;
  /** The moves made so far. */
  readonly played: M;
  /** All moves, the undone ones too. */
  readonly recorded: M;
  undo(): boolean;
  redo(): boolean;
  /** Takes back everything since before the last push (Sokoban). */
  undoPush?(): boolean;
  jump(index: number): void;
  load(moves: M, cursor?: number): void;
}

/** What is said below the board. */
export type Message =
  | { kind: 'text'; text: string; id?: string }
  | { kind: 'bad'; text: string }
  /** A step of a hint, and what the next one is called. */
  | { kind: 'hint'; text: string; more: string }
  /** Why the position is lost, and the way back. */
  | { kind: 'lost'; text: string }
  /** An engine is thinking: since when, and at most how many seconds. */
  | { kind: 'busy'; since: number; limit: number };

/** A game being played: everything that a player shows (`play/state.js`). `own` is what only one of the games has. */
export interface Play<M extends Moves = any, G extends Played<M> = any, P = any> {
  game: G;
  hints: number;
  /** Whether an engine's solution has been shown in this game. */
  watched: boolean;
  /** Whether the win of this attempt is in the history. */
  noted: boolean;
  /** How long this attempt was played until the clock was started, and when that was; null while it stands. */
  seconds: number;
  since: number | null;
  snapshots: Snapshot<M>[];
  /** Attempts that ended with a restart, the last one at the end. */
  attempts: Attempt<M>[];
  /** The selected box or piece. */
  selected: number | null;
  message: Message | null;
  /** What is said as long as nothing else is. */
  note: string | null;
  /** The game of another page that asks which of the two goes on. */
  elsewhere: SavedGame<M> | null;
  /** Whether the end has been noted. */
  won: boolean;
  /** The card at the end, as long as it is on the board. */
  card: { fresh: boolean } | null;
  /** Whether what small screens keep behind a button is open. */
  menu: boolean;
  /** What was said for those who do not see the board, when it is not the last move. */
  spoken: string | null;
  own: P;
}

/** The drawing of either game. */
export interface BoardView {
  readonly svg: SVGSVGElement;
  /** Its size in units of the drawing, with the margin around it and the side of a square. */
  readonly extent: { width: number; height: number; margin: number; unit: number };
  /** Shows that the game is won, or that it no longer is. */
  celebrate(on: boolean): void;
}

/** The best results of one side on one level. */
export interface Result extends Counts {
  hints?: number;
}

export interface Best {
  own?: Result;
  solver?: Result;
}

export interface Loss {
  lost: boolean;
  kind: string;
  reason: string;
  boxes: Place[];
  squares: Place[];
}

export interface DeadSquare extends Place {
  reason: string;
}

export interface Hint {
  status: string;
  solution: string | null;
  moves: number | null;
  pushes?: number | null;
  steps?: number | null;
  /** What to do next, the best first: moves to make. */
  next?: string[];
}

// Solving.

export interface SolveRecord extends Counts {
  status: string;
  solution?: string;
  guarantee?: string;
  /** No solution takes less. */
  bound?: number;
  config: string;
  seconds?: number;
  cpu_seconds?: number;
  expanded?: number;
  generated?: number;
  peak_bytes?: number;
  error?: string;
}

/** Who has proved a bound. */
export interface Prover {
  kind: 'start' | 'rating' | 'search' | 'certificate';
  engine?: string;
  config?: string;
  version?: string;
}

/** What is known in one metric; the counts are those of the best solution. */
export interface Standing extends Counts {
  metric: Metric;
  /** No solution has fewer. */
  bound?: number;
  by?: Prover;
  /** The metric the bound was proved for, when that is another one. */
  from?: Metric;
  proved: boolean;
  gap?: number;
}

export interface Known {
  known: { lost?: Prover; fewest: Standing[] };
  /** Bounds that a replayed solution refutes. */
  contradictions: string[];
}

export interface JobView {
  id: string;
  phase: 'queued' | 'running' | 'done';
  progress: { engine: string; expanded: number; depth: number; best: number } | null;
  record: SolveRecord | null;
}

export interface EngineRow {
  name: string;
  games: GameName | 'both';
  kind: 'engine' | 'textbook' | 'preset';
  /** What it can be asked to make short. */
  goals: Record<GameName, string[]>;
  /** Whether it takes a weight. */
  weighted: boolean;
  description: string;
  pt: string | null;
}

export interface ChoiceRow {
  name: string;
  game: GameName;
  description: string;
}

export interface TechniqueRow {
  name: string;
  class: string;
  default: boolean;
  keeps: { completeness: boolean; push_optimality: boolean; move_optimality: boolean };
  readers: string;
  source: string;
  summary: string;
  pt: string | null;
}

export interface EngineTable {
  engines: EngineRow[];
  techniques: TechniqueRow[];
  heuristics: ChoiceRow[];
  spaces: ChoiceRow[];
  limits: {
    time_ms: number;
    max_time_ms: number;
    memory: number;
    max_memory: number;
    /** Threads of a search unless it says otherwise; one when absent. */
    threads?: number;
    max_threads: number;
  };
}

/** A search written down. */
export interface SeenSearch {
  config: string;
  status: string;
  weighted: boolean;
  width: number;
  /** The parent or -1, the player, the boxes. */
  states: number[][];
  /** The state, states known before, g, h, f, states that wait, the round and its limit. */
  steps: [number, number, number, number | null, number | null, number, number, number | null][];
  /** States on the way to the goal. */
  solution: number[];
}

// The laboratory.

export interface Suite {
  file: string;
  levels: number | null;
  here: boolean;
  origin: string;
}

export interface Experiment {
  name: string;
  title: string;
  source: string | null;
  /** Whether figures are published for any of its tables. */
  compared: boolean;
  compares: Bilingual | null;
  outcome: Bilingual | null;
  notes: { en: string; pt: string | null }[];
  game: GameName;
  suites: Suite[];
  configurations: { label: string; line: string }[];
  seconds: number;
  recorded: number;
}

export interface Series {
  label: string;
  points: [number, number][];
  published: [number, number][];
}

/** A text of an experiment in both languages. */
export interface Bilingual {
  en: string;
  pt: string;
}

/** Something to know about the figures of a report. */
export type Remark =
  | { kind: 'made'; runs: number; version: string; revision: string | null }
  | { kind: 'outdated'; runs: number; label: string; was: string; now: string | null }
  | { kind: 'levels'; runs: number; suite: string };

export interface Plot {
  kind: 'lines' | 'bars' | 'solved' | 'scatter';
  /** Two configurations of a scatter plot, across and up. */
  between: [string, string] | null;
  title: string;
  column: string;
  numbers: string[];
  series: Series[];
}

export interface Cell {
  published: string | null;
  ours: string | null;
  value: number | null;
  ratio: number | null;
}

export interface Table {
  title: string;
  rows_are: string;
  headings: string[];
  compared: boolean;
  rows: { name: string; cells: Cell[] }[];
}

export interface Report {
  records: number;
  plots: Plot[];
  tables: Table[];
  remarks: Remark[];
}

export interface RunView {
  id: string;
  phase: 'queued' | 'running' | 'done';
  done: number;
  total: number;
  now: string | null;
  stopped: boolean;
}

/** The game of an agent as the server tells it. */
export interface LiveGame {
  playing: boolean;
  player: string | null;
  waiting: number;
  level: number;
  step: number;
  timeout: number;
  fps: number;
  rows: string[];
  /** Puzzles, moves, pushes, steps, boxes on goals. */
  score: [number, number, number, number, number];
  points: number;
  highscores: [string, number][];
}

// The seam: what the page asks of engines and of a store, whoever stands behind it.
//
// Every call can be cancelled by a signal and is then rejected with an `AbortError`. Otherwise it is rejected with
// `Offline`, when nobody answers, or with `Refused`, which has the faults of a level or a sentence (`lib/errors.js`).

/** How a question is asked. */
export interface Ask {
  signal?: AbortSignal;
}

/** What a level is worth: its faults, or why no solution can exist. */
export interface Verdict {
  faults: Fault[];
  impossible?: string | null;
}

/** A solution that was made shorter, or the same when it could not be. */
export interface Improved {
  moves: string;
  counts: Counts;
  before: Counts;
}

/** What a configuration comes to: the techniques that are on, and those that its engine reads. */
export interface Plan {
  config: string;
  techniques: string[];
  reads: string[];
}

/** How a search is set up; what is left out is as on the command line. */
export interface SearchSetup {
  engine?: string;
  goal?: string | null;
  space?: string | null;
  heuristic?: string | null;
  weight?: number | null;
  techniques?: string[] | null;
}

/** A level to be solved, and how. `collection` and `index` only name it in the record. */
export interface SolveQuestion extends SearchSetup {
  level: Drawing;
  collection?: string;
  index?: number;
  time_ms?: number;
  memory?: number;
  nodes?: number | null;
  threads?: number;
  seed?: number;
}

/** How far a search is. */
export type SearchProgress = Pick<JobView, 'phase' | 'progress'>;

/** What the engines answer. A level is anything with rows or a board. */
export interface Engine {
  /** All levels of a text, with their faults. */
  read(text: string, how?: Ask): Promise<Omit<Collection, 'name'>>;
  /** What is wrong with a level. */
  judge(level: Drawing, how?: Ask): Promise<Verdict>;
  /** What a board shows without a search, as names and values. */
  facts(level: Drawing, how?: Ask): Promise<[string, string | number][]>;
  /** A level in a notation, or in the usual one of its game. */
  write(level: Drawing, how?: Ask & { format?: string }): Promise<string>;
  /** Moves of Unblock given as text, as slides of pieces. */
  slides(board: UnblockBoard, moves: string, how?: Ask): Promise<SlideBy[]>;
  /** What to do next; `avoid` is the piece moved last, which a hint had better not move again. */
  hint(level: Drawing, how?: Ask & { avoid?: string | null }): Promise<Hint>;
  /** Whether a position of Sokoban is lost, and why. */
  why(level: Drawing, how?: Ask): Promise<Loss>;
  /** Squares from which no box can be brought to a goal. */
  deadSquares(level: Drawing, how?: Ask): Promise<DeadSquare[]>;
  /** Searches for a solution and reports how far it is. A search that is cancelled is not rejected: it is
   *  fulfilled with the record of what it had found by then. */
  solve(
    question: SolveQuestion,
    how?: Ask & { seen?: (progress: SearchProgress) => void },
  ): Promise<SolveRecord | null>;
  /** A search of a small board of Sokoban, written down step by step. */
  watch(question: SearchSetup & { level: Drawing }, how?: Ask): Promise<SeenSearch>;
  /** Makes a solution of Sokoban shorter. */
  improve(level: Drawing, moves: string, goal: Metric, how?: Ask): Promise<Improved>;
  /** The puzzle of a day (`2026-01-31`), as text. */
  daily(game: GameName, date: string, how?: Ask): Promise<string>;
  /** A new board of Unblock of a category, or a level of Sokoban of a grade, the same for the same seed, as text. */
  generate(game: GameName, category: string, seed: number, how?: Ask): Promise<string>;
  /** How hard a level is for people. */
  rate(level: Drawing, how?: Ask): Promise<Grade>;
  /** What the designer of a level may want to know. */
  advice(level: Drawing, how?: Ask): Promise<Advice>;
  /** Engines, techniques, heuristics, spaces and limits. */
  engines(how?: Ask): Promise<EngineTable>;
  /** What a setup comes to; one that makes no sense is refused. */
  plan(question: SearchSetup & { game: GameName }, how?: Ask): Promise<Plan>;
  /** Notations that `write` knows. */
  formats(how?: Ask): Promise<Format[]>;
  /** The categories of Unblock boards. */
  categories(how?: Ask): Promise<Category[]>;
}

/** A solution to be kept. */
export interface NewSolution {
  level: Drawing;
  moves: Moves;
  hints: number;
  solver: boolean;
}

/** Where things are kept. A level is named by its key. */
export interface Store {
  /** Best results of all levels, and which are begun. */
  progress(how?: Ask): Promise<Progress>;
  game(key: string, how?: Ask): Promise<SavedGame | null>;
  /** The best solutions of a level. */
  solutions(key: string, how?: Ask): Promise<KeptSolution[]>;
  /** Keeps a game; false when it does not follow the one that is kept, because the level was played elsewhere.
   *  `keepalive` lets it arrive when the page is closed meanwhile. */
  keepGame(key: string, game: SavedGame, how?: Ask & { keepalive?: boolean }): Promise<boolean>;
  /** Keeps a solution that replays; answers with the best of its level as they are then. */
  keepSolution(solution: NewSolution, how?: Ask): Promise<BestRow[]>;
  /** What is known about the shortest solutions of a level. */
  known(level: Drawing, how?: Ask): Promise<Known>;
  settings(how?: Ask): Promise<Partial<Settings>>;
  set(change: Partial<Settings>, how?: Ask): Promise<void>;
  /** Everything, to be kept elsewhere. */
  export(how?: Ask): Promise<object>;
  /** Takes over an export, as far as it is sound. */
  import(everything: unknown, how?: Ask): Promise<Imported>;
  /** The list of collections. */
  collections(how?: Ask): Promise<Shelved[]>;
  /** One with all its levels. */
  collection(name: string, how?: Ask): Promise<Collection>;
  collectionText(name: string, how?: Ask): Promise<string>;
  /** Adds a collection of the user's own; its name may come back changed. */
  add(name: string, text: string, how?: Ask): Promise<{ name: string; count: number }>;
  /** Removes one; the answer is what `restore` takes. */
  remove(name: string, how?: Ask): Promise<string>;
  /** Puts back what was removed last; answers with its name. */
  restore(removed: string, how?: Ask): Promise<string>;
}

// What the browser keeps, by table.

export interface KeptRow extends BestRow {
  /** Level, metric, and whether an engine found it. */
  id: string;
  /** What it counts in its other metric. */
  other: number;
  moves: string;
}

export interface KeptRecord {
  id: string;
  level: string;
  record: SolveRecord;
}

export interface OwnCollection {
  name: string;
  text: string;
  game: GameName;
  title: string | null;
  author: string | null;
  count: number;
}

export interface Tables {
  games: { level: string; game: SavedGame; at: number };
  solutions: KeptRow;
  levels: { level: string; drawing: LevelInput };
  records: KeptRecord;
  settings: { name: string; value: unknown };
  collections: OwnCollection;
  removed: { id: string; it: OwnCollection };
  /** What a server said last. */
  lists: { name: string; value: unknown };
  results: { id: string } & GameResult;
  grades: KeptGrade;
}

/** A grade, or that there is none, and which version of the page made it. */
export interface KeptGrade {
  level: string;
  grade: Grade | null;
  by: string;
}

/** A game that was played to its end. */
export interface GameResult {
  game: GameName;
  /** Name of the collection, and the number of the level in it. */
  collection: string;
  index: number;
  /** The level's key. */
  hash: string;
  /** How long it was played, as long as the page was visible. */
  seconds: number;
  moves: number;
  /** Sokoban. */
  pushes?: number;
  /** Unblock. */
  steps?: number;
  hints: number;
  /** When it was solved, in milliseconds since 1970. */
  when: number;
}

// What the page and its workers say to each other.

export interface WorkerQuestion {
  id: number;
  ask: string;
  body: unknown;
  bounds: { memory: number; max_memory: number };
  /** Bytes the whole module may take. */
  most: number;
}

export type WorkerProgress = NonNullable<JobView['progress']>;

export interface WorkerAnswer {
  id: number;
  progress?: WorkerProgress;
  answer?: unknown;
  refused?: { status: number; detail: string; faults?: Fault[] };
  /** The instance did not live to answer. */
  died?: 'memory' | 'crashed';
  words?: string;
}

// What the server answers, by path below `/api/`.

export interface Options {
  method?: 'GET' | 'PUT' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
}

/** A solution that the server keeps: the best of its metric. */
export interface KeptSolution {
  metric: Metric;
  value: number;
  moves: string;
  hints: number;
  solver: boolean;
}

/** What the best solution of a level in one metric counts; `solver` when an engine found it. */
export interface BestRow {
  level: string;
  metric: Metric;
  value: number;
  hints: number;
  solver: boolean;
}

export interface Progress {
  best: BestRow[];
  /** Keys of levels with a game. */
  begun: string[];
  /** The server was away: this is what the browser knows. */
  away?: boolean;
}

/** What became of an import. */
export interface Imported {
  solutions: number;
  games: number;
  /** Solved games of the history that were not here yet. */
  results?: number;
  left_out: number;
  refused: { row: string; reason: string }[];
}

/** What a path is answered with; the first row that fits counts. */
type Got = [
  ['status', { game: boolean }],
  ['progress', Progress],
  [`progress/${string}`, { game: SavedGame | null; best?: KeptSolution[] }],
  ['settings', Partial<Settings>],
  ['collections', { collections: Shelved[] }],
  [`collections/${string}/text`, { text: string }],
  [`collections/${string}`, Collection],
  ['formats', { formats: Format[] }],
  ['categories', { categories: Category[] }],
  ['engines', EngineTable],
  ['sources', Bilingual],
  ['experiments', { experiments: Experiment[] }],
  [`experiments/${string}/${string}`, { text: string }],
  [`experiments/${string}`, Experiment & { report: Report }],
  [`runs/${string}/report/${string}`, { text: string }],
  [`runs/${string}`, RunView & { report: Report | null }],
  [`daily/${string}` | `random/${string}`, { text: string }],
  ['export', object],
];

/** The same where something is sent along. */
type Posted = [
  ['read' | `read?from=${number}`, Collection],
  ['judge', Verdict],
  ['facts', { facts: [string, string | number][] }],
  ['known', Known],
  ['write', { text: string }],
  ['moves', { slides: SlideBy[] }],
  ['collections', { name: string; count: number }],
  ['restore', { name: string }],
  ['import', Imported],
  ['solutions', Counts & { best: BestRow[] }],
  ['hint', Hint],
  ['why', Loss],
  ['squares', { dead: DeadSquare[] }],
  ['jobs', JobView],
  ['watch', SeenSearch],
  ['improve', Improved],
  ['plan', Plan],
  ['rate', Grade],
  ['advice', Advice],
  ['runs', RunView],
];

type Deleted = [[`collections/${string}`, { removed: string }]];

type First<P, Rows> = Rows extends [[infer Path, infer T], ...infer Rest]
  ? P extends Path
    ? T
    : First<P, Rest>
  : unknown;

export type Answer<P, O> = First<
  P,
  O extends { method: 'DELETE' } ? Deleted : O extends { body: unknown } ? Posted : Got
>;

// What the views share.

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  language: string;
  animation: string;
  path: 'pushes' | 'moves';
  warn: boolean;
  speed: number;
  sound: boolean;
  skin: string;
  /** The scheme of keys, and those that were changed. */
  keys: string;
  ownKeys: Record<string, string>;
  /** Whether the player shows how long a game has been played. */
  timer: boolean;
  /** Stars of the puzzles of the day that are solved, by date. */
  days: Record<string, number>;
}

export interface Context {
  settings: Settings;
  /** Best results by level key. */
  best: Map<string, Best>;
  /** Keys of levels with a game. */
  begun: Set<string>;
  /** Whether agents play on this server, and can be watched. */
  live: boolean;
  /** The level looked at last, which the other views begin with. */
  last: { name: string; index: number } | null;
  /** Settled when progress and settings have arrived. */
  ready: Promise<unknown>;
  go(hash: string): void;
  say(text: string, kind?: 'info' | 'error' | 'busy', act?: [string, () => void]): void;
  hush(): void;
  set(change: Partial<Settings>): void;
  /** The server has taken what was sent. */
  reached(): void;
  /** The server could not take it, and why; it is tried again. */
  unreached(reason: string, away: boolean): void;
  refreshProgress(): Promise<void>;
  /** Takes over what a store has answered to a new solution. */
  noteBest(rows: BestRow[]): void;
  openText(text: string, name?: string): Promise<void>;
  /** Shows a collection that was opened from a text. */
  showOpened(collection: Collection): void;
}

export interface View {
  element: Element;
  keys?: [key: string, does: string][];
  key?(event: KeyboardEvent): boolean;
  title?: string;
  /** Writes down what has changed, before another view is made. */
  save?(): void;
  leave?(): void;
  /** Called when the view is on the page, before it is scrolled to its place. */
  shown?(): void;
  /** Brings a level of a list into view and sets the focus on it. */
  find?(index: number): void;
}

/** The service worker, as far as the page's own needs. */
export interface PageWorker {
  addEventListener(
    type: 'install' | 'activate',
    work: (event: { waitUntil(until: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: 'fetch',
    work: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

// Elements.

export type Child = Node | string | number | null | undefined | false | Child[];

type Value = string | number | boolean | null | undefined;

type Handlers = {
  [K in keyof GlobalEventHandlersEventMap as `on${K}`]?: (
    event: GlobalEventHandlersEventMap[K],
  ) => void;
};

/** Attributes and handlers of an element; `false`, `null` and `undefined` leave one out. */
export type Props = Handlers & { data?: Record<string, string | number> } & {
  [A in `aria-${string}` | `${'stroke' | 'text' | 'dominant'}-${string}` | AttributeName]?: Value;
};

type AttributeName =
  | 'accept'
  | 'alt'
  | 'autofocus'
  | 'checked'
  | 'class'
  | 'cols'
  | 'colspan'
  | 'cx'
  | 'cy'
  | 'd'
  | 'disabled'
  | 'download'
  | 'dy'
  | 'height'
  | 'href'
  | 'id'
  | 'inputmode'
  | 'label'
  | 'lang'
  | 'max'
  | 'maxlength'
  | 'method'
  | 'multiple'
  | 'min'
  | 'open'
  | 'placeholder'
  | 'points'
  | 'r'
  | 'readonly'
  | 'role'
  | 'rows'
  | 'rowspan'
  | 'rx'
  | 'scope'
  | 'selected'
  | 'spellcheck'
  | 'src'
  | 'tabindex'
  | 'title'
  | 'transform'
  | 'type'
  | 'value'
  | 'viewBox'
  | 'visibility'
  | 'width'
  | 'x'
  | 'x1'
  | 'x2'
  | 'y'
  | 'y1'
  | 'y2';
