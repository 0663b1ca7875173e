package dev.loomweight.render;

import dev.loomweight.render.stacks.StackPaths;
import dev.loomweight.report.Block;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The stacks of a report in the format of Brendan Gregg's {@code stackcollapse}: one stack a line, its frames from the
 * outermost to the innermost with semicolons between, then a blank and its weight. The weight is microseconds, or the
 * number of events in a tree without times. Equal stacks are one line; lines are sorted.
 */
final class CollapsedRenderer implements Renderer {

    @Override
    public void render(Report report, Appendable out) throws IOException {
        // In nanoseconds, so that short stacks add up before rounding.
        Map<String, Long> timed = new TreeMap<>();
        Map<String, Long> counted = new TreeMap<>();
        for (Section section : report.sections()) {
            for (Block block : section.blocks()) {
                if (block instanceof StackTree tree) {
                    boolean hasTimes = StackPaths.areTimed(tree);
                    StackPaths.forEach(tree.whole().roots(), (path, count, nanos) -> {
                        String line = line(path);
                        if (!line.isEmpty()) {
                            (hasTimes ? timed : counted).merge(line, hasTimes ? nanos : count, Long::sum);
                        }
                    });
                }
            }
        }
        for (Map.Entry<String, Long> stack : timed.entrySet()) {
            write(stack.getKey(), (stack.getValue() + 500) / 1000, out);
        }
        for (Map.Entry<String, Long> stack : counted.entrySet()) {
            write(stack.getKey(), stack.getValue(), out);
        }
    }

    private static void write(String line, long weight, Appendable out) throws IOException {
        // Rounding must not drop a stack.
        out.append(line).append(' ').append(Long.toString(Math.max(1, weight))).append('\n');
    }

    private static String line(Iterable<StackTree.Node> path) {
        StringBuilder line = new StringBuilder();
        for (StackTree.Node node : path) {
            if (node.marker() != StackTree.Marker.GROUP) {
                String frame = SafeText.of(node.label()).replace(';', ',');
                line.insert(0, line.isEmpty() ? frame : frame + ";");
            }
        }
        return line.toString();
    }
}
