// A player that computes the values of its turns with OpenMP, or with std::async where OpenMP is not enabled.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <string>
#include <vector>

#ifdef _OPENMP
static const std::string NAME = "openmp";
#else
static const std::string NAME = "async";
#endif

struct Turn {
    int fish, from, to;
    long value() const { return fish * 1000000L + to; }
};

struct Row {
    std::string id;
    int number;
    long score;
};

int main(int count, char **words) {
    std::vector<std::string> args(words + 1, words + count);
    if (args.at(0) == "name" || args[0] == "id") {
        std::cout << NAME << "\n";
        return 0;
    }
    std::ifstream in(args[args.size() - 2]);
    int rows, cols;
    in >> rows >> cols;
    std::vector<int> board(rows * cols);
    for (int &tile : board) in >> std::dec >> tile;
    std::vector<Row> players;
    for (Row row; in >> row.id >> row.number >> row.score;) players.push_back(row);
    size_t me = 0;
    while (me < players.size() && players[me].id != NAME) me++;
    if (me == players.size()) {
        int most = 0;
        for (const Row &row : players) most = std::max(most, row.number);
        players.push_back({NAME, most + 1, 0});
    }
    bool placing = args[0] == "phase=placement";
    int placed = 0;
    std::vector<Turn> turns;
    for (int at = 0; at < rows * cols; at++) {
        if (placing && board[at] == 10) turns.push_back({1, -1, at});
        if (board[at] != players[me].number) continue;
        placed++;
        int row = at / cols, col = at % cols;
        const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (auto &step : steps) {
            int r = row + step[0], c = col + step[1];
            if (placing || r < 0 || c < 0 || r >= rows || c >= cols) continue;
            int tile = board[r * cols + c];
            if (tile >= 10 && tile % 10 == 0) turns.push_back({tile / 10, at, r * cols + c});
        }
    }
    if (turns.empty() || (placing && placed >= std::stoi(args[1].substr(args[1].find('=') + 1)))) return 1;
    std::vector<long> values(turns.size());
#ifdef _OPENMP
#pragma omp parallel for num_threads(4)
    for (size_t at = 0; at < turns.size(); at++) values[at] = turns[at].value();
#else
    std::vector<std::future<long>> futures;
    for (const Turn &turn : turns) futures.push_back(std::async(std::launch::async, [&turn] { return turn.value(); }));
    for (size_t at = 0; at < turns.size(); at++) values[at] = futures[at].get();
#endif
    size_t best = 0;
    for (size_t at = 0; at < turns.size(); at++)
        if (values[at] > values[best]) best = at;
    if (turns[best].from >= 0) board[turns[best].from] = 0;
    board[turns[best].to] = players[me].number;
    players[me].score += turns[best].fish;
    in.close();
    std::ofstream out(args[args.size() - 1]);
    out << rows << " " << cols << "\n";
    for (int at = 0; at < rows * cols; at++) {
        char tile[8];
        std::snprintf(tile, sizeof tile, "%02d", board[at]);
        out << tile << (at % cols == cols - 1 ? "\n" : " ");
    }
    for (const Row &row : players) out << row.id << " " << row.number << " " << row.score << "\n";
    return out ? 0 : 3;
}
