// @ts-check
/** Portuguese for what engines, techniques and our own levels are called and do, by name. */

/** @type {Record<string, string>} */
export const ENGINES = {
  auto: 'Qualquer solução, depressa: escolhe o que convém ao nível.',
  fess: 'Pesquisa no espaço de características segundo um plano de arrumação: níveis grandes com salas de alvos.',
  phase: 'Ordem de arrumação por fases, achada para trás e seguida para a frente: salas de alvos.',
  imagined: 'Das duas pontas para um tabuleiro aberto imaginado entre elas.',
  beam: 'Camadas de empurrões, os melhores de cada género: caixas em alvos que têm de voltar a sair.',
  pull: 'Pesquisa gulosa para trás, a partir dos alvos: níveis pequenos e densos.',
  push: 'Pesquisa gulosa para a frente: níveis pequenos num instante.',
  optimal:
    'A* com um limite por emparelhamento: a solução mais curta, ou a prova de que não há nenhuma.',
  'rolling-stone': 'IDA* com as técnicas do Rolling Stone.',
  unblock: 'Pesquisa exata: menos movimentos ou menos passos.',
  bfs: 'pesquisa em largura: menos ações, todos os estados guardados',
  dfs: 'pesquisa em profundidade: qualquer solução, muitas vezes muito longa',
  iddfs: 'aprofundamento iterativo: menos ações, em voltas cada vez mais fundas',
  ucs: 'custo uniforme: a solução mais barata, sem heurística',
  greedy: 'pesquisa gulosa: segue só a heurística',
  astar: 'A*: a solução mais barata se a heurística for admissível',
  wastar: 'A* ponderado: no máximo PESO vezes a mais barata',
  idastar: 'IDA*: como o A*, em voltas de profundidade',
  wida: 'IDA* ponderado: como o A* ponderado, em voltas de profundidade',
  'gargioni-astar-hn1': 'Gargioni: A* em movimentos com hn1',
  'gargioni-greedy-hn1': 'Gargioni: pesquisa gulosa em movimentos com hn1',
  'gargioni-greedy-hn2': 'Gargioni: pesquisa gulosa em movimentos com hn2',
  sokokids: 'SokoKids: emparelhamento, impasses antes e durante a pesquisa, tabela de hash',
  'sokokids-idastar': 'SokoKids: o mesmo com IDA*, como o texto chama a sua pesquisa',
  'pi-corral': 'UFRGS: A* ótimo em empurrões com poda PI-corral, 1 000 000 de nós',
  'no-pi-corral': 'UFRGS: o mesmo sem a poda PI-corral',
  'best-pi-corral': 'UFRGS: o mesmo com as nossas melhores técnicas que mantêm os menos empurrões',
  aveiro: 'Aveiro: a pontuação mais barata em tabuleiros pequenos, gulosa nos grandes, com macros',
  'feup-bfs': 'FEUP: pesquisa em largura, contada como no relatório',
  'feup-dfs': 'FEUP: pesquisa em profundidade, contada como no relatório',
  'feup-iddfs': 'FEUP: aprofundamento iterativo, limites de 10 a 100',
  'feup-greedy': 'FEUP: pesquisa gulosa por distância e bloqueadores',
  'feup-astar': 'FEUP: A* por distância e bloqueadores',
  'feup-astar-distance': 'FEUP: A* por distância',
  'feup-astar-blockers': 'FEUP: A* por bloqueadores',
};

/** @type {Record<string, string>} */
export const TECHNIQUES = {
  matching: 'O limite é a atribuição mais barata de caixas a alvos, não os alvos mais próximos.',
  conflicts: 'Em pesquisas ótimas longas, o limite conta o que as caixas custam umas às outras.',
  freeze: 'Uma caixa que nunca mais se move e está fora de um alvo perde o jogo.',
  pairs: 'Duas caixas que nem sozinhas chegariam aos alvos perdem (tabela).',
  triples: 'Três caixas que nem sozinhas chegariam aos alvos perdem (tabela, tabuleiros pequenos).',
  fixed: 'As caixas que nunca mais se movem passam a paredes, até não se acharem mais.',
  retrograde: 'Alvos cujas caixas não saem para trás já têm de estar ocupados.',
  'fixed-matching':
    'Com as caixas presas como paredes, cada uma das outras ainda precisa do seu alvo.',
  'corral-search': 'Uma zona fechada e as caixas à volta, jogadas à parte, têm de ter saída.',
  diagonal: 'Caixas à volta de uma diagonal fechada de vazios sem alvo nunca mais se movem.',
  refutation:
    'Antes de uma pesquisa longa, tenta provar que algumas caixas do início estão perdidas.',
  'pi-corral': 'Um curral que tem de ser tratado já, e pode ser, é tratado já.',
  'dead-squares': 'Nenhuma caixa vai para casas de onde, sozinha, não chegaria a um alvo.',
  'wall-squares': 'Nenhuma caixa vai para cantos nem para linhas junto a uma parede sem alvo.',
  'wall-lines': 'Mais caixas do que alvos junto a uma parede perdem o jogo.',
  block: 'Paredes e caixas que enchem um quadrado 2x2 perdem se uma caixa está fora de um alvo.',
  recursive: 'Caixas presas por paredes e umas pelas outras perdem se uma está fora de um alvo.',
  'poster-corral':
    'Quando as caixas à volta de uma região só podem entrar nela, só essas se empurram.',
  tunnel: 'Uma caixa empurrada para um túnel direito vai até ao fim.',
  'wall-tunnel':
    'Uma caixa junto a uma parede sem alvos nem outras caixas vai até ao fim da parede.',
  passage: 'Uma caixa numa casa que parte o tabuleiro em dois avança mais uma casa.',
  opening: 'A pesquisa começa pelo empurrão que liberta mais casas para o jogador.',
  'near-first':
    'Entre iguais, segue-se primeiro o empurrão que deixa uma caixa mais perto de um alvo.',
  'first-in': 'Entre iguais, fica o que se encontrou primeiro, seja qual for a estimativa.',
  rounds: 'Entre iguais, um em cada dois vem de uma volta por todas as estimativas.',
  'player-zone':
    'Posições que só diferem num passeio contam como a mesma (em espaços de empurrões).',
  'hash-table':
    'As posições já vistas são reconhecidas; sem ela, a profundidade só conhece o seu caminho.',
  backout:
    'O limite conta os empurrões para trás de que uma caixa precisa até o jogador lhe passar para trás.',
  entrance:
    'Um empurrão que muda por igual as distâncias a todos os alvos não pede outro emparelhamento.',
  'linear-conflicts':
    'Caixas lado a lado que queriam ambas seguir a sua linha custam mais dois empurrões.',
  transposition:
    'As posições já pesquisadas saltam-se; a tabela guarda a mais funda e a mais recente.',
  'move-order':
    'Primeiro a última caixa empurrada, depois os empurrões para os alvos, depois todos os outros.',
  'one-way-tunnels':
    'Uma caixa atravessa de uma vez um túnel que é o único caminho para o outro lado.',
  'two-way-tunnels':
    'Uma caixa dentro de um túnel vai até ao fim, embora haja caminho à volta.',
  'goal-macros':
    'Uma caixa que pode chegar ao próximo alvo da ordem de arrumação vai para lá de uma vez.',
  'goal-cuts':
    'Uma macro de alvo sem desvio é a única jogada; se isso falhar, tenta-se tudo de novo.',
  'pattern-search':
    'Pelo caminho procuram-se e guardam-se pequenos grupos de caixas que por si só perdem.',
  'pattern-penalties':
    'E também grupos que custam mais empurrões do que o limite diz, que sobe nessa medida.',
  overestimation: 'O limite é ponderado, e contam em parte todos os padrões que se sobrepõem.',
  'relevance-cuts':
    'As jogadas longe das últimas saltam-se; se isso falhar, tenta-se tudo de novo.',
  'random-restarts':
    'Ao fim de algum tempo a pesquisa recomeça, com as jogadas iguais noutra ordem.',
  'corner-marks':
    'Sem garantia: marcam-se pelo caminho os cantos e as linhas entre eles, também ao lado de caixas.',
  clockwise:
    'Os passos tentam-se na ordem cima, direita, baixo, esquerda, e não cima, baixo, esquerda, direita.',
  'closed-for-good':
    'Um estado expandido nunca volta a abrir; um que espera dá lugar a uma cópia melhor.',
  'hn2-walls': 'No hn2-matching, uma caixa junto a uma parede só emparelha com alvos dessa linha.',
  'hn2-side': 'No hn2-matching, juntam-se movimentos quando o jogador está do lado errado da caixa.',
  'hn2-obstacle': 'No hn2-matching, juntam-se movimentos quando há algo entre a caixa e o alvo.',
  'hn2-approach': 'No hn2-matching, junta-se o caminho até à caixa mais próxima.',
  'packing-order':
    'O motor por fases enche os alvos em fases achadas para trás, com estacionamento.',
  approach: 'No motor por fases contam os empurrões até ao próximo alvo e as caixas no caminho.',
  rover: 'No motor por fases, uma em cada duas posições vem da célula seguinte, à vez.',
  'tunnel-stops': 'Sem garantia: as caixas não param num túnel direito, salvo na primeira casa.',
  'niche-stops': 'Sem garantia: as caixas não param à boca de um nicho que não serve a ninguém.',
};

/** Titles of the starter levels. @type {Record<string, string>} */
export const TITLES = {
  'Banto starter levels': 'Níveis iniciais do Banto',
  'Banto starter boards': 'Tabuleiros iniciais do Banto',
  'First push': 'Primeiro empurrão',
  'Stop before the corner': 'Parar antes do canto',
  'The wrong side': 'O lado errado',
  'Round the corner': 'Ao virar da esquina',
  'Pass it on': 'Passa a outro',
  'Along the wall': 'Junto à parede',
  'Clear the way': 'Abrir caminho',
  'Two doors': 'Duas portas',
  'The far goal first': 'Primeiro o alvo distante',
  Chimney: 'Chaminé',
  'Four corners': 'Quatro cantos',
  'No squares': 'Sem quadrados',
  'Two tunnels': 'Dois túneis',
  'Spiral stairs': 'Escada em caracol',
  'Three in the attic': 'Três no sótão',
  Pantry: 'Despensa',
  'The keystone': 'A pedra angular',
  'Sentry box': 'Guarita',
  'Three on a shelf': 'Três na prateleira',
  'Crossed paths': 'Caminhos cruzados',
  'Down the well': 'No fundo do poço',
  'Long way home': 'Longo regresso a casa',
  'Coat rack': 'Bengaleiro',
  'Two back rooms': 'Dois quartos dos fundos',
  'Chest of drawers': 'Cómoda',
  'Roof beam': 'Viga do telhado',
  Bottleneck: 'Gargalo',
  'Corner shop': 'Loja da esquina',
  'Musical chairs': 'Dança das cadeiras',
  'East wing': 'Ala leste',
  'Loading bay': 'Cais de carga',
  'Railway yard': 'Pátio ferroviário',
  'The night shift': 'O turno da noite',
  'Grand depot': 'Grande depósito',
  'Winter store': 'Armazém de inverno',
  'The long ramp': 'A longa rampa',
  Harbour: 'Porto',
  Clockwork: 'Mecanismo de relógio',
  'The head clerk': 'O chefe de armazém',
  'Market hall': 'Mercado coberto',
};

/** Words in the labels of configurations and lists of readers, longest first. @type {[RegExp, string][]} */
export const LABELS = [
  [/\bthe textbook searches\b/g, 'as pesquisas clássicas'],
  [/\bin the spaces\b/g, 'nos espaços'],
  [/\bin the space\b/g, 'no espaço'],
  [/\bwith the heuristic\b/g, 'com a heurística'],
  [/\bno hash table\b/g, 'sem tabela de hash'],
  [/\bno offline deadlocks\b/g, 'sem impasses pré-calculados'],
  [/\ball techniques\b/g, 'todas as técnicas'],
  [/\bIterative deepening\b/g, 'Aprofundamento iterativo'],
  [/\bour best\b/g, 'o nosso melhor'],
  [/\bposter on PI-corral pruning\b/g, 'póster sobre a poda PI-corral'],
  [/\bexplored nodes\b/g, 'nós explorados'],
  [/\boptimal pushes\b/g, 'empurrões ótimos'],
  [/\bbest known\b/g, 'o melhor conhecido'],
  [/\bsections?\b/g, 'secção'],
  [/\bappendix\b/g, 'apêndice'],
  [/\bwithout\b/g, 'sem'],
  [/\bexcept\b/g, 'exceto'],
  [/\bwith\b/g, 'com'],
  [/\band\b/g, 'e'],
  [/\bboxes\b/g, 'caixas'],
  [/\bbox\b/g, 'caixa'],
  [/\bGreedy\b/g, 'Gulosa'],
  [/\bDistance\b/g, 'Distância'],
  [/\bBlockers\b/g, 'Bloqueadores'],
  [/\bBoth\b/g, 'Ambas'],
];
