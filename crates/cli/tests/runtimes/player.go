// A player that computes the values of its turns in goroutines.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

const name = "go"

type turn struct{ fish, fromRow, fromCol, row, col int }

func (t turn) value() int { return t.fish*1000000 + t.row*1000 + t.col }

func number(word string) int {
	value, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return value
}

func play(args []string) int {
	if args[0] == "name" || args[0] == "id" {
		fmt.Println(name)
		return 0
	}
	text, err := os.ReadFile(args[len(args)-2])
	if err != nil {
		panic(err)
	}
	words := strings.Fields(string(text))
	rows, cols := number(words[0]), number(words[1])
	board := make([]int, rows*cols)
	for at := range board {
		board[at] = number(words[2+at])
	}
	players, me, most := [][]string{}, []string(nil), 0
	for at := 2 + rows*cols; at < len(words); at += 3 {
		players = append(players, words[at:at+3])
		if words[at] == name {
			me = words[at : at+3]
		}
		if number(words[at+1]) > most {
			most = number(words[at+1])
		}
	}
	if me == nil {
		me = []string{name, strconv.Itoa(most + 1), "0"}
		players = append(players, me)
	}
	own, placed, placing, turns := number(me[1]), 0, args[0] == "phase=placement", []turn{}
	for row := 0; row < rows; row++ {
		for col := 0; col < cols; col++ {
			if placing && board[row*cols+col] == 10 {
				turns = append(turns, turn{1, -1, -1, row, col})
			}
			if board[row*cols+col] != own {
				continue
			}
			placed++
			for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				r, c := row+step[0], col+step[1]
				if placing || r < 0 || c < 0 || r >= rows || c >= cols {
					continue
				}
				if tile := board[r*cols+c]; tile >= 10 && tile%10 == 0 {
					turns = append(turns, turn{tile / 10, row, col, r, c})
				}
			}
		}
	}
	if len(turns) == 0 || placing && placed >= number(strings.Split(args[1], "=")[1]) {
		return 1
	}
	values, group := make([]int, len(turns)), sync.WaitGroup{}
	for at := range turns {
		group.Add(1)
		go func(at int) {
			defer group.Done()
			garbage := make([][]byte, 100)
			for i := range garbage {
				garbage[i] = make([]byte, 10000)
			}
			values[at] = turns[at].value()
		}(at)
	}
	group.Wait()
	runtime.GC()
	best := 0
	for at := range turns {
		if values[at] > values[best] {
			best = at
		}
	}
	chosen := turns[best]
	if chosen.fromRow >= 0 {
		board[chosen.fromRow*cols+chosen.fromCol] = 0
	}
	board[chosen.row*cols+chosen.col] = own
	me[2] = strconv.Itoa(number(me[2]) + chosen.fish)
	out := fmt.Sprintf("%d %d\n", rows, cols)
	for at, tile := range board {
		end := " "
		if at%cols == cols-1 {
			end = "\n"
		}
		out += fmt.Sprintf("%02d", tile) + end
	}
	for _, player := range players {
		out += strings.Join(player, " ") + "\n"
	}
	if err := os.WriteFile(args[len(args)-1], []byte(out), 0o644); err != nil {
		panic(err)
	}
	return 0
}

func main() { os.Exit(play(os.Args[1:])) }
