package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.render.stacks.FoldedStacks;
import dev.loomweight.report.Cell;
import dev.loomweight.report.StackTree;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Stacks as text: figures at the left, the tree at the right. A frame that is the only caller of the frame above it, in
 * all of its events, stands straight below it and without figures; so only a fork indents. Frames that people can do
 * without are folded, unless they ask for them.
 */
final class TreeText {

    /** With fewer columns than this, a marker has its own line. */
    private static final int ROOM_FOR_FRAME = 24;

    private static final int LINES_OF_LABEL = 3;

    private final StackTree tree;
    private final ParagraphWriter paragraphs;
    private final Figures figures;

    /** Whether the figures leave too little room for the frames and so have their own lines. */
    private final boolean narrow;

    /**
     * A node that is to be written.
     *
     * @param before the lines that lead to it
     * @param below the lines that stand before the frames below it
     * @param repeats whether its figures are those of the frame above
     * @param root whether it is one of the outermost
     */
    private record Pending(StackTree.Node node, String before, String below, boolean repeats, boolean root) {}

    private TreeText(StackTree tree, ParagraphWriter paragraphs) {
        this.tree = paragraphs.unfolded()
                ? tree
                : new StackTree(tree.id(), tree.title(), FoldedStacks.of(tree.roots()), tree.whole());
        this.paragraphs = paragraphs;
        this.figures = new Figures(this.tree);
        this.narrow = figures.width() > paragraphs.room() / 2;
    }

    /** Writes a tree. */
    static void write(StackTree tree, ParagraphWriter paragraphs) throws IOException {
        new TreeText(tree, paragraphs).write();
    }

    private void write() throws IOException {
        paragraphs.blockTitle(tree.title());
        if (tree.roots().isEmpty()) {
            paragraphs.nothing();
            return;
        }
        if (!narrow) {
            figures.writeTitles(paragraphs.writer().space(ParagraphWriter.MARGIN));
            paragraphs.writer().end();
        }
        // Not by recursion: a recorded stack can be deeper than what is left of ours.
        Deque<Pending> stack = new ArrayDeque<>();
        for (StackTree.Node root : tree.roots().reversed()) {
            stack.push(new Pending(root, "", "", false, true));
        }
        boolean parted = false;
        while (!stack.isEmpty()) {
            Pending next = stack.pop();
            if (next.root() && parted) {
                paragraphs.writer().blankLine();
            }
            parted |= !next.node().children().isEmpty();
            writeNode(next);
            pushChildren(next, stack);
        }
    }

    private static void pushChildren(Pending parent, Deque<Pending> stack) {
        List<StackTree.Node> children = parent.node().children();
        for (int i = children.size() - 1; i >= 0; i--) {
            StackTree.Node child = children.get(i);
            boolean repeats = children.size() == 1
                    && child.count() == parent.node().count()
                    && child.nanos() == parent.node().nanos();
            if (repeats && !parent.root()) {
                stack.push(new Pending(child, parent.below(), parent.below(), true, false));
            } else {
                boolean last = i == children.size() - 1;
                String before = parent.below() + (last ? "└─ " : "├─ ");
                String below = parent.below() + (last ? "   " : "│  ");
                stack.push(new Pending(child, before, below, repeats, false));
            }
        }
    }

    private void writeNode(Pending pending) throws IOException {
        StackTree.Node node = pending.node();
        LineWriter writer = paragraphs.writer().space(ParagraphWriter.MARGIN);
        int room = paragraphs.room() - (narrow ? 0 : figures.width());
        int indent = ParagraphWriter.MARGIN + paragraphs.room() - room;
        if (!narrow && pending.repeats()) {
            writer.space(figures.width());
        } else if (!narrow) {
            figures.write(node, writer);
        }
        String marker = switch (node.marker()) {
            case NONE, GROUP -> "";
            case HOLDER -> " ← holder";
            case BLOCKER -> " ← blocker";
        };
        String before = clip(pending.before());
        String below = clip(pending.below());
        int left = room - TerminalColumns.of(before);
        boolean apart = left - marker.length() < ROOM_FOR_FRAME;
        boolean folded = node.label().startsWith(FoldedStacks.MARK);
        Style style = pending.root() ? Style.STRONG : folded ? Style.FAINT : Style.PLAIN;
        List<String> lines =
                Truncation.cell(SafeText.of(node.label()), left - (apart ? 0 : marker.length()), LINES_OF_LABEL);
        writer.write(Style.FAINT, before).write(style, lines.getFirst());
        for (String line : lines.subList(1, lines.size())) {
            writer.end();
            writer.space(indent).write(Style.FAINT, below).write(style, line);
        }
        if (apart && !marker.isEmpty()) {
            writer.end();
            writer.space(indent).write(Style.FAINT, below);
        }
        writer.write(Style.WARNING, apart ? marker.strip() : marker).end();
        if (narrow && !pending.repeats()) {
            paragraphs.paragraph(Style.FAINT, below + "  ", figures.words(node));
        }
    }

    /** The end of a deep tree's lines, which shows how the nearest frames are connected. */
    private String clip(String lines) {
        int columns = paragraphs.room() / 6;
        return lines.length() <= columns ? lines : "…" + lines.substring(lines.length() - columns + 1);
    }

    /** The columns of figures at the left of a tree. */
    static final class Figures {

        private static final String COUNT = "count";
        private static final String TIME = "time";

        private boolean timed;
        private int countWidth = COUNT.length();
        private int timeWidth;
        private int unitWidth;

        /** Columns wide enough for every node of a tree; without times where no node has any. */
        Figures(StackTree tree) {
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
                writer.space(GridLayout.GAP + timeWidth + unitWidth - TIME.length())
                        .write(Style.FAINT, TIME);
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
}
