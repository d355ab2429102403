import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** A player that computes the values of its turns in a pool of threads and by a parallel stream. */
public class Player {
    static final String NAME = "java";

    record Turn(int fish, int[] start, int[] target) {
        int value() {
            return fish * 1000000 + target[0] * 1000 + target[1];
        }
    }

    public static void main(String[] args) throws Exception {
        System.exit(play(args));
    }

    static int play(String[] args) throws Exception {
        if (args[0].equals("name") || args[0].equals("id")) {
            System.out.println(NAME);
            return 0;
        }
        String[] words = Files.readString(Path.of(args[args.length - 2])).trim().split("\\s+");
        int rows = Integer.parseInt(words[0]), cols = Integer.parseInt(words[1]);
        int[][] board = new int[rows][cols];
        for (int at = 0; at < rows * cols; at++) board[at / cols][at % cols] = Integer.parseInt(words[2 + at]);
        List<String[]> players = new ArrayList<>();
        for (int at = 2 + rows * cols; at < words.length; at += 3)
            players.add(Arrays.copyOfRange(words, at, at + 3));
        String[] me = players.stream().filter(player -> player[0].equals(NAME)).findFirst().orElse(null);
        if (me == null) {
            int next = players.stream().mapToInt(player -> Integer.parseInt(player[1])).max().orElse(0) + 1;
            me = new String[] {NAME, "" + next, "0"};
            players.add(me);
        }
        int number = Integer.parseInt(me[1]), placed = 0;
        boolean placing = args[0].equals("phase=placement");
        List<Turn> turns = new ArrayList<>();
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < cols; col++) {
                if (placing && board[row][col] == 10) turns.add(new Turn(1, null, new int[] {row, col}));
                if (board[row][col] != number) continue;
                placed++;
                for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
                    int r = row + step[0], c = col + step[1];
                    if (placing || r < 0 || c < 0 || r >= rows || c >= cols) continue;
                    if (board[r][c] >= 10 && board[r][c] % 10 == 0)
                        turns.add(new Turn(board[r][c] / 10, new int[] {row, col}, new int[] {r, c}));
                }
            }
        if (turns.isEmpty() || placing && placed >= Integer.parseInt(args[1].split("=")[1])) return 1;
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> values = new ArrayList<>();
        for (Turn turn : turns) values.add(pool.submit(turn::value));
        int most = Integer.MIN_VALUE;
        for (Future<Integer> value : values) most = Math.max(most, value.get());
        pool.shutdown();
        int best = most;
        Turn turn = turns.parallelStream().filter(one -> one.value() == best).findAny().orElseThrow();
        if (turn.start() != null) board[turn.start()[0]][turn.start()[1]] = 0;
        board[turn.target()[0]][turn.target()[1]] = number;
        me[2] = "" + (Integer.parseInt(me[2]) + turn.fish());
        StringBuilder text = new StringBuilder(rows + " " + cols + "\n");
        for (int[] row : board)
            text.append(Arrays.stream(row).mapToObj(tile -> String.format("%02d", tile)).collect(Collectors.joining(" ")))
                .append("\n");
        for (String[] player : players) text.append(String.join(" ", player)).append("\n");
        Files.writeString(Path.of(args[args.length - 1]), text);
        return 0;
    }
}
