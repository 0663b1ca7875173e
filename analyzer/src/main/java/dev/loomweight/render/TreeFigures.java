package dev.loomweight.render;

import dev.loomweight.report.Cell;
import dev.loomweight.report.StackTree;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The columns of figures at the left of a tree. */
final class TreeFigures {

    private static final String COUNT = "count";
    private static final String TIME = "time";

    private boolean timed;
    private int countWidth = COUNT.length();
    private int timeWidth;
    private int unitWidth;

    /** Columns wide enough for every node of a tree; without times where no node has any. */
    TreeFigures(StackTree tree) {
        Deque<StackTree.Node> left = new ArrayDeque<>(tree.roots());
        while (!left.isEmpty()) {
            StackTree.Node node = left.pop();
            CellText time = time(node);
            timed |= node.nanos() != 0;
            countWidth = Math.max(countWidth, count(node).width());
            timeWidth = Math.max(timeWidth, TerminalColumns.of(time.text()));
            unitWidth = Math.max(unitWidth, TerminalColumns.of(time.suffix()));
            node.children().forEach(left::push);
        }
        timeWidth = Math.max(timeWidth, TIME.length() - unitWidth);
    }

    /** The columns of all figures, with the gap after them. */
    int width() {
        return countWidth + GridLayout.GAP + (timed ? timeWidth + unitWidth + GridLayout.GAP : 0);
    }

    /** Writes the headings, without the margin and the end of the line. */
    void writeTitles(LineWriter writer) throws IOException {
        writer.space(countWidth - COUNT.length()).write(Style.FAINT, COUNT);
        if (timed) {
            writer.space(GridLayout.GAP + timeWidth + unitWidth - TIME.length()).write(Style.FAINT, TIME);
        }
    }

    /** Writes the figures of a node and the gap after them. */
    void write(StackTree.Node node, LineWriter writer) throws IOException {
        CellText count = count(node);
        writer.space(countWidth - count.width())
                .write(Style.PLAIN, count.text())
                .space(GridLayout.GAP);
        if (timed) {
            CellText time = time(node);
            writer.space(timeWidth - TerminalColumns.of(time.text()))
                    .write(Style.PLAIN, time.text())
                    .write(Style.FAINT, time.suffix())
                    .space(unitWidth - TerminalColumns.of(time.suffix()) + GridLayout.GAP);
        }
    }

    /** The figures of a node as words. */
    String words(StackTree.Node node) {
        return count(node) + (timed ? ", " + time(node) : "");
    }

    private static CellText count(StackTree.Node node) {
        return CellText.of(Cell.count(node.count()));
    }

    private static CellText time(StackTree.Node node) {
        return CellText.of(new Cell.Nanos(node.nanos()));
    }
}
