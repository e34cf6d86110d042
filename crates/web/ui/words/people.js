// @ts-check
/** Words for learning, for how hard levels are, and for what somebody has solved; in English and Portuguese, as in
 *  `messages.js`. */

/** @type {Record<string, [string, string]>} */
export const PEOPLE = {
  guide: ['Guided start', 'Primeiros passos'],
  'guide.step': ['Step {n} of {of}', 'Passo {n} de {of}'],
  'guide.skip': ['Skip, to the library', 'Saltar para a biblioteca'],
  'guide.done': ['To the library', 'Para a biblioteca'],
  'guide.try.unblock': ['Try Unblock', 'Experimentar Unblock'],
  'guide.try.sokoban': ['Try Sokoban', 'Experimentar Sokoban'],
  'guide.go': ['{game}: {n} of {of}', '{game}: {n} de {of}'],
  'guide.sokoban.1': [
    'Push the box onto the goal. Use the arrow keys, swipe, or click a square to walk there.',
    'Empurre a caixa para o alvo. Use as setas, deslize o dedo ou clique numa casa para lá ir.',
  ],
  'guide.sokoban.2': [
    'A box can be pushed, never pulled. Walk around it to push it the other way.',
    'Uma caixa empurra-se e nunca se puxa. Dê a volta para a empurrar no outro sentido.',
  ],
  'guide.sokoban.3': [
    'A box in a corner never comes out again. Should it happen: Undo takes every move back.',
    'Uma caixa num canto nunca mais sai. Se acontecer, Desfazer anula todos os movimentos.',
  ],
  'guide.sokoban.4': [
    'Only one box at a time. The first one has to go to the far goal, or it is in the way.',
    'Só uma caixa de cada vez. A primeira tem de ir para o alvo mais distante, senão fica no caminho.',
  ],
  'guide.sokoban.5': [
    'Now everything together. If you are stuck, ask for a hint.',
    'Agora tudo junto. Se não souber continuar, peça uma pista.',
  ],
  'guide.unblock.1': [
    'Slide the red piece to the exit on the right: drag it, or choose it and press an arrow key.',
    'Deslize a peça vermelha até à saída, à direita: arraste-a, ou escolha-a e prima uma seta.',
  ],
  'guide.unblock.2': [
    'Pieces slide only along their own direction. Move the one in the way first.',
    'As peças só deslizam na sua direção. Mova primeiro a que está no caminho.',
  ],
  'guide.unblock.3': [
    'What is in the way may be blocked itself. Look for the piece that can move at all.',
    'O que está no caminho também pode estar bloqueado. Procure a peça que se pode mover.',
  ],
  'guide.unblock.4': [
    'Two pieces are in the way now. Free them one after the other.',
    'Agora há duas peças no caminho. Liberte uma depois da outra.',
  ],
  'guide.unblock.5': [
    'Begin at the end: what must leave the column, and where can it go?',
    'Comece pelo fim: o que tem de sair da coluna, e para onde pode ir?',
  ],

  'band.first': ['first steps', 'primeiros passos'],
  'band.easy': ['easy', 'fácil'],
  'band.medium': ['medium', 'médio'],
  'band.hard': ['hard', 'difícil'],
  'band.few': ['few will do it', 'poucos conseguem'],
  'band.none': ['no grade', 'sem grau'],
  'grade.share': ['{n} % solve it', '{n} % resolvem'],
  'grade.moves': ['people need {n} moves', 'as pessoas precisam de {n} movimentos'],
  'grade.shareLong': [
    'About {n} % of plays of such a level end solved ({low} to {high} %).',
    'Cerca de {n} % dos jogos de um nível assim acabam resolvidos ({low} a {high} %).',
  ],
  'grade.movesLong': [
    'People need about {n} moves for such a board ({low} to {high}).',
    'As pessoas precisam de cerca de {n} movimentos para um tabuleiro assim ({low} a {high}).',
  ],
  'grade.guess': ['This is extrapolated: the data have no such levels.', 'É uma extrapolação: os dados não têm níveis assim.'],
  'grade.title': ['How hard for people', 'Dificuldade para pessoas'],
  'grade.none': ['This level has no grade.', 'Este nível não tem grau.'],
  'grade.asking': ['Looking at every position…', 'A ver todas as posições…'],
  difficulty: ['Difficulty', 'Dificuldade'],
  'difficulty.all': ['Any difficulty', 'Qualquer dificuldade'],
  gradedOf: ['{n} of {of} levels graded', '{n} de {of} níveis com grau'],
  gradeAll: ['Grade all', 'Dar grau a todos'],
  gradeStop: ['Stop', 'Parar'],
  'order.grade': ['Easiest first', 'Mais fáceis primeiro'],
  'category.medium': ['Medium', 'Médio'],
  'category.hard': ['Hard', 'Difícil'],
  newSokoban: ['New Sokoban level', 'Novo nível de Sokoban'],
  newUnblock: ['New Unblock board', 'Novo tabuleiro Unblock'],

  'advice.title': ['For the designer', 'Para quem desenha'],
  'advice.boxes': ['Superfluous: {n} {n|box|boxes} with {n|its goal|their goals}', 'A mais: {n} {n|caixa|caixas} com {n|o seu alvo|os seus alvos}'],
  'advice.pieces': ['Superfluous pieces: {names}', 'Peças a mais: {names}'],
  'advice.walls': ['{n} {n|wall|walls} could as well be floor', '{n} {n|parede podia|paredes podiam} ser chão'],
  'advice.floor': ['{n} {n|square|squares} of floor nobody needs', '{n} {n|casa|casas} de chão que ninguém precisa'],
  'advice.nothing': ['Nothing is superfluous.', 'Nada está a mais.'],
  'advice.solutions': [
    '{n} shortest {n|solution|solutions}, by the order of moves',
    '{n} {n|solução mais curta|soluções mais curtas}, pela ordem dos movimentos',
  ],
  'advice.sets': [
    '{n} of them {n|differs|differ} in more than the order of moves',
    '{n} {n|difere|diferem} em mais do que a ordem dos movimentos',
  ],
  'advice.manySets': [
    'Too many to count how many differ in more than the order of moves',
    'São demais para contar quantas diferem em mais do que a ordem dos movimentos',
  ],
  'advice.twins': [
    'The level is its own mirror image, so solutions have twins',
    'O nível é a sua própria imagem ao espelho: as soluções têm gémeas',
  ],
  'advice.unused': [
    'A shortest solution leaves {n} {n|square|squares} alone (dots)',
    'Uma solução mais curta não usa {n} {n|casa|casas} (pontos)',
  ],
  'advice.astray': [
    'Easiest to go astray after {n} {n|move|moves}: {away} of {of} moves lead away there',
    'É mais fácil perder o rumo depois de {n} {n|movimento|movimentos}: aí {away} de {of} movimentos afastam',
  ],
  'advice.countless': ['Countless shortest solutions', 'Inúmeras soluções mais curtas'],
  'advice.single': [
    '{n} of {of} moves of the way have no alternative',
    '{n} de {of} movimentos do caminho não têm alternativa',
  ],
  'advice.worst': [
    'Most is lost after {n} {n|push|pushes}: {hidden} of {of} pushes lose there without looking like it (ringed boxes)',
    'Perde-se mais depois de {n} {n|empurrão|empurrões}: aí {hidden} de {of} empurrões perdem sem o parecer (caixas assinaladas)',
  ],
  'advice.marks': ['Show it on the board', 'Mostrar no tabuleiro'],
  'advice.none': [
    'No advice: no solution, or too many positions to prove anything.',
    'Sem conselhos: não há solução, ou há posições demais para provar algo.',
  ],
  'advice.legend': [
    '✕ superfluous · dot: not used · ring: most is lost here · arrow: no alternative',
    '✕ a mais · ponto: não se usa · anel: aqui perde-se mais · seta: sem alternativa',
  ],
  'advice.legendUnblock': ['✕ superfluous · dot: not used', '✕ a mais · ponto: não se usa'],

  statistics: ['Statistics', 'Estatísticas'],
  you: ['You', 'O seu jogo'],
  'stats.solved': ['Levels solved', 'Níveis resolvidos'],
  'stats.wins': ['Games won', 'Jogos ganhos'],
  'stats.time': ['Time in them', 'Tempo neles'],
  'stats.hints': ['Hints', 'Pistas'],
  'stats.clean': ['Without a hint', 'Sem pistas'],
  'stats.streak': ['Days in a row', 'Dias seguidos'],
  'stats.rating': ['Your rating', 'A sua pontuação'],
  'stats.ratingHelp': [
    'As of chess players: 1500 solves half of what half of all people solve. Kept on this device alone; it counts levels with a grade, each once.',
    'Como no xadrez: 1500 resolve metade do que metade das pessoas resolve. Fica só neste aparelho; contam os níveis com grau, cada um uma vez.',
  ],
  'stats.none': ['Nothing is solved here yet.', 'Ainda não há nada resolvido.'],
  'stats.byCollection': ['By collection', 'Por coleção'],
  'stats.collection': ['Collection', 'Coleção'],
  'stats.best': ['Last', 'Último'],
  nextForMe: ['Next at my level', 'Próximo ao meu nível'],
  nextFinding: ['Looking for a puzzle at your level…', 'À procura de um puzzle ao seu nível…'],
  nextNone: ['No unsolved level with a grade was found.', 'Não se encontrou nenhum nível por resolver com grau.'],

  tableOf: ['Table {n}: {name}', 'Tabela {n}: {name}'],
  searchAll: ['Search in all collections', 'Procurar em todas as coleções'],
  searching: ['Searching {name}…', 'A procurar em {name}…'],
  found: ['{n} {n|level|levels} in {of} {of|collection|collections}', '{n} {n|nível|níveis} em {of} {of|coleção|coleções}'],
  foundMany: ['The first {n} are shown.', 'Mostram-se os primeiros {n}.'],
  searchFailed: ['{n} could not be read', '{n} não se conseguiram ler'],
  faultyText: ['Not kept: nothing here can be played', 'Não guardado: nada aqui se pode jogar'],
  faultyOpened: ['This cannot be played, so it is not kept.', 'Isto não se pode jogar, por isso não fica guardado.'],
  pastedSokoban: ['Pasted {width}×{height}, {n} {n|box|boxes}', 'Colado {width}×{height}, {n} {n|caixa|caixas}'],
  pastedUnblock: ['Pasted {width}×{height}, {n} {n|piece|pieces}', 'Colado {width}×{height}, {n} {n|peça|peças}'],
  pastedMany: ['Pasted, {n} levels', 'Colado, {n} níveis'],
  openedFiles: ['{n} {n|file|files} opened', '{n} {n|ficheiro aberto|ficheiros abertos}'],
  openedNot: ['{n} without a level: {names}', '{n} sem nível: {names}'],
};
