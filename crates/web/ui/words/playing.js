// @ts-check
/** The words of the players: time and modes. Rows as in `messages.js`. */

/** @type {Record<string, [string, string]>} */
export const PLAYING = {
  time: ['Time', 'Tempo'],
  showTime: ['Show the time', 'Mostrar o tempo'],
  modes: ['Who plays', 'Quem joga'],
  'mode.human': ['Human mode', 'Modo humano'],
  'mode.pc': ['PC mode', 'Modo PC'],
  pcSearch: ['Search', 'Procura'],
  pcSolve: ['Solve', 'Resolver'],
  'pc.feup-bfs': ['Breadth first', 'Em largura'],
  'pc.feup-dfs': ['Depth first', 'Em profundidade'],
  'pc.feup-iddfs': ['Iterative deepening', 'Aprofundamento progressivo'],
  'pc.feup-greedy': ['Greedy', 'Gulosa'],
  'pc.feup-astar': ['A*', 'A*'],
  'pc.auto': ['Banto’s own engine', 'O motor do Banto'],
  pcFound: [
    'Out with {moves} {moves|move|moves} and {steps} {steps|step|steps}; {n} boards visited in {seconds} s.',
    'Saiu com {moves} {moves|movimento|movimentos} e {steps} {steps|passo|passos}; {n} tabuleiros visitados em {seconds} s.',
  ],
  pcNone: ['No way out was found ({status}); {n} boards visited.', 'Não se encontrou saída ({status}); {n} tabuleiros visitados.'],
};
