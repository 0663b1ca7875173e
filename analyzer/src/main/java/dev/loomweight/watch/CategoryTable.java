package dev.loomweight.watch;

import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.render.Graphic;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** The categories of NMT, with the recent course of their committed memory. */
final class CategoryTable {

    private static final int NAME = 26;
    private static final int FIGURE = 10;
    private static final int WITH_RESERVED = 56;

    private CategoryTable() {}

    /** The heading and at most so many rows. */
    static List<AttributedString> lines(List<LiveMemory.Category> categories, LineLayout layout, int rows) {
        boolean reserved = layout.columns() >= WITH_RESERVED;
        List<AttributedString> lines = new ArrayList<>();
        lines.add(layout.line(
                LineLayout.piece(LineLayout.STRONG, LineLayout.left("Native memory (NMT)", NAME)),
                LineLayout.piece(LineLayout.FAINT, LineLayout.right("committed", FIGURE)),
                LineLayout.piece(LineLayout.FAINT, reserved ? LineLayout.right("reserved", FIGURE) : "")));
        for (LiveMemory.Category category : categories.subList(0, Math.min(rows, categories.size()))) {
            int room = layout.columns() - NAME - FIGURE - (reserved ? FIGURE : 0) - 2;
            lines.add(layout.line(
                    LineLayout.piece(LineLayout.left("  " + category.name(), NAME)),
                    LineLayout.piece(LineLayout.right(Amounts.bytes(category.committedBytes()), FIGURE)),
                    LineLayout.piece(
                            LineLayout.FAINT,
                            reserved ? LineLayout.right(Amounts.bytes(category.reservedBytes()), FIGURE) : ""),
                    LineLayout.piece(LineLayout.BAR, "  " + Graphic.sparkline(category.history(), room))));
        }
        return lines;
    }
}
